import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roomd, startRoomd } from '../support/command-line.ts';
import { testDatabase } from '../support/database.ts';
import { freshRoom } from '../support/entries.ts';
import { testServer, until } from '../support/server.ts';

const server = testServer();
const run = (words: string[], input?: string) => roomd(words, { ROOMD_URL: server.url }, input);
const json = async (words: string[], input?: string) => {
  const { code, out, err } = await run([...words, '--json'], input);
  if (code !== 0) throw new Error(`roomd ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
};
const note = (room: string, text: string) =>
  json(
    ['write', room, '--type', 'note', '--author', 'heron', '--summary', text, '--to', 'otter, lynx'],
    JSON.stringify({ text }),
  );

it('writes from standard input and from a file, reads, updates, lists and compares', async () => {
  const room = freshRoom();
  const { id, consumingAgents } = await note(room, 'a');
  expect(consumingAgents).toEqual(['otter', 'lynx']);
  const file = join(await mkdtemp(join(tmpdir(), 'roomd-')), 'patch.json');
  await writeFile(file, '{"text":"b"}');
  expect(await json(['update', room, id, '--author', 'otter', '--merge', file])).toMatchObject({ version: '1.1' });
  expect((await json(['read', room, id])).payload).toEqual({ text: 'b' });
  expect(await json(['read', room, id, '--pointer', '/text'])).toBe('b');
  expect((await json(['list', room, '--type', 'note'])).totalCount).toBe(1);
  expect((await json(['history', room, id])).nodes).toHaveLength(1);
  const compared = await run(['diff', room, id]);
  expect(compared.out).toBe('1.0 → 1.1\n~ /text: "a" → "b"\n');
  expect((await run(['list', room])).out).toMatch(new RegExp(`${id} {2}note 1\\.1 {2}otter → otter, lynx {2}a`));
});

it('tells by its exit code what went wrong', async () => {
  const room = freshRoom();
  const { id } = await note(room, 'a');
  const codes = [
    await run(['list']),
    await run(['lst', room]),
    await run(['write', room, '--type', 'note', '--author', 'a', '--summary', 's'], '{"text":1}'),
    await run(
      ['write', room, '--type', 'note', '--author', 'a', '--summary', 's'],
      '{"text":"t","n":9007199254740993}',
    ),
    await run(['read', room, 'none']),
    await run(['update', room, id, '--author', 'a', '--summary', 's', '--expect', '1.7']),
    await run(['list', room, '--url', 'http://127.0.0.1:1']),
  ];
  expect(codes.map(({ code }) => code)).toEqual([2, 2, 3, 2, 4, 4, 7]);
  expect(codes[1]!.err).toMatch(/Did you mean list\?/);
  expect(codes[2]!.err).toMatch(/^PAYLOAD_INVALID: payload\.text must be a string/);
  expect(codes[3]!.err).toMatch(/^\/n: The number 9007199254740993 cannot be kept exactly/);
});

it('watches a room live, one JSON object a line', async () => {
  const room = freshRoom();
  const child = startRoomd(['watch', room, '--json'], { ROOMD_URL: server.url });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  await until(() => err.includes('following'), true, 20_000);
  await note(room, 'live');
  await until(() => out.includes('\n'), true, 10_000);
  expect(JSON.parse(out)).toMatchObject({
    type: 'context_available',
    summary: 'live',
    entry: { payload: { text: 'live' } },
  });
  child.kill('SIGINT');
  await new Promise((resolve) => child.once('close', resolve));
  expect(child.exitCode).toBe(0);
});

describe('keys', () => {
  const db = testDatabase();
  const keys = async (...words: string[]) => {
    const { code, out, err } = await roomd(['keys', ...words, '--json'], { DATABASE_URL: db.url });
    if (code !== 0) throw new Error(err);
    return JSON.parse(out);
  };

  it('are made, listed, rotated and revoked on the database', async () => {
    const { id, secret } = await keys(
      'create',
      '--role',
      'writer',
      '--rooms',
      'polls,team-*',
      '--agent',
      'heron',
      '--expires',
      '30d',
    );
    expect(secret).toContain(id);
    const next = await keys('rotate', id);
    expect(await keys('revoke', next.id)).toMatchObject({ id: next.id, revokedAt: expect.any(String) });
    expect((await keys('list')).map((key: { id: string }) => key.id).sort()).toEqual([id, next.id].sort());
    const byServer = await json(['keys', 'create', '--role', 'admin']);
    expect((await json(['keys', 'list', '--key', byServer.secret])).map((key: { id: string }) => key.id)).toEqual([
      byServer.id,
    ]);
    const refused = await roomd(['keys', 'create', '--role', 'king'], { DATABASE_URL: db.url });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('reader, writer or admin') });
  });
});
