import { roomd } from '../support/command-line.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

it('the demonstration plays to its end, and tells who did what', async () => {
  const { code, out, err } = await roomd(['demo', server.url]);
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toMatch(/mobile\s+hears context_updated: api_contract 1\.2 of frontend/);
  expect(out).toMatch(/1\.0 → 1\.2\n/);
});

it('the demonstration fails against a server that is not there', async () => {
  expect(await roomd(['demo', 'http://127.0.0.1:1'])).toMatchObject({
    code: 7,
    err: expect.stringContaining('cannot be reached'),
  });
});
