import { randomBytes } from 'node:crypto';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '../../src/mcp/budget.ts';
import { toolDefinitions } from '../../src/mcp/tools.ts';
import { freshRoom } from '../support/entries.ts';
import { rawCall } from '../support/mcp.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const tokensOf = (text: string): number => Math.max(encodeO200k(text).length, encodeCl100k(text).length);
const LIMIT = 20_000;

const endpoint = (index: number) => ({
  method: 'GET',
  path: `/api/v1/polls/${index}`,
  response: { id: 'string', created_at: 'string' },
  auth_required: false,
  description: `Gives poll ${index} with its votes, its author and the time when it was closed.`,
});
const contract = (size: number) => ({
  service: 'polls',
  version: '1',
  endpoints: Array.from({ length: size }, (_, index) => endpoint(index)),
});

async function write(roomId: string, payload: object, more: object = {}): Promise<string> {
  const type = 'endpoints' in payload ? 'api_contract' : 'note';
  const args = { roomId, type, summary: 's', consuming_agents: ['otter'], payload, author: 'heron', ...more };
  const written = await rawCall(server.url, 'write_context', JSON.stringify(args));
  expect(written.isError).toBe(false);
  expect(tokensOf(written.text)).toBeLessThan(LIMIT);
  return written.json.id;
}

const call = async (name: string, given: object) => {
  const called = await rawCall(server.url, name, JSON.stringify(given));
  expect(called.isError).toBe(false);
  expect(tokensOf(called.text)).toBeLessThan(LIMIT);
  return called.json;
};

it('all tool definitions together are under 2,500 tokens', () => {
  expect(tokensOf(JSON.stringify(toolDefinitions))).toBeLessThan(2_500);
});

it('the estimate of tokens is not below what tokenizers count, whatever the text', () => {
  const random = (length: number, from: number, count: number) =>
    Array.from({ length }, () => String.fromCodePoint(from + Math.floor(Math.random() * count))).join('');
  const texts = {
    contract: JSON.stringify(contract(100)),
    base64: randomBytes(6_000).toString('base64'),
    hex: randomBytes(6_000).toString('hex'),
    letters: random(6_000, 0x61, 26),
    capitals: random(6_000, 0x41, 26),
    marks: random(6_000, 0x21, 15),
    quotes: '\\"'.repeat(3_000),
    words: ' a'.repeat(3_000),
    cyrillic: random(4_000, 0x410, 64),
    chinese: random(4_000, 0x4e00, 20_000),
    korean: random(4_000, 0xac00, 11_000),
    emoji: random(3_000, 0x1f300, 700),
    rare: random(3_000, 0x20000, 40_000),
  };
  // A twentieth is within what answers keep back.
  for (const [name, text] of Object.entries(texts))
    expect([name, estimateTokens(text) * 1.05 >= tokensOf(text)]).toEqual([name, true]);
});

describe('a payload that is too large for one answer', () => {
  it('is read in parts that together are the whole', async () => {
    const roomId = freshRoom();
    const payload = contract(300);
    const id = await write(roomId, payload);
    const first = await call('read_context', { roomId, id });
    expect(first).toMatchObject({ payload_incomplete: true, payload: { service: 'polls', version: '1' } });
    expect(first.omitted).toEqual([{ pointer: '/endpoints', bytes: expect.any(Number) }]);
    const endpoints: unknown[] = [];
    for (let offset = 0; offset !== undefined; ) {
      const part = await call('read_context', { roomId, id, pointer: '/endpoints', offset });
      expect(part.total ?? 300).toBe(300);
      endpoints.push(...part.value);
      offset = part.next_offset;
    }
    expect(endpoints).toEqual(payload.endpoints);
  });

  it('may be one long text', async () => {
    const roomId = freshRoom();
    const text = Array.from({ length: 9_000 }, (_, index) => String.fromCodePoint(0x1f300 + (index % 700))).join('');
    const id = await write(roomId, { text, references: [] });
    const first = await call('read_context', { roomId, id });
    expect(first).toMatchObject({ payload: { references: [] }, omitted: [{ pointer: '/text' }] });
    let read = '';
    for (let offset = 0; offset !== undefined; ) {
      const part = await call('read_context', { roomId, id, pointer: '/text', offset });
      read += part.value;
      offset = part.next_offset;
    }
    expect(read).toBe(text);
  });
});

it('an entry with the longest summary and the longest agents is shown, and what was cut is named', async () => {
  const roomId = freshRoom();
  const consuming_agents = Array.from({ length: 50 }, (_, index) => `${index}${'🦦'.repeat(126)}`);
  const summary = '🪿'.repeat(4_000);
  const id = await write(roomId, { text: 't' }, { summary, consuming_agents });
  const shown = await call('read_context', { roomId, id });
  expect(shown.summary_cut).toBe('of 4000 characters');
  expect(shown.consuming_agents.length + shown.consuming_agents_omitted).toBe(50);
  await call('get_context_inbox', { roomId, agentId: consuming_agents[0] });
  await call('get_context_history', { roomId, id });
  expect((await call('list_context', { roomId })).entries).toHaveLength(1);
});

it('a list ends where an answer is full, names the payloads that did not fit, and goes on', async () => {
  const roomId = freshRoom();
  const ids: string[] = [];
  for (let index = 0; index < 60; index += 1)
    ids.push(
      await write(roomId, index % 2 ? contract(20) : { text: `${index}` }, { summary: 'words and words '.repeat(40) }),
    );
  const seen: string[] = [];
  let whole = 0;
  for (let after: string | undefined, more = true; more; ) {
    const page = await call('list_context', { roomId, payloads: true, orderBy: 'CREATED_ASC', first: 200, after });
    for (const entry of page.entries) {
      seen.push(entry.id);
      if (entry.payload) whole += 1;
      else expect(page.payloads_left_out).toContain(entry.id);
    }
    ({ after } = page);
    more = page.more !== undefined;
  }
  expect(seen).toEqual(ids);
  expect(whole).toBeGreaterThan(0);
});

it('a comparison of large payloads shows what fits and counts what does not', async () => {
  const roomId = freshRoom();
  const id = await write(roomId, contract(250));
  const endpoints = contract(250).endpoints.map((one) => ({ ...one, description: `${one.description} Changed.` }));
  await call('update_context', { roomId, id, author: 'a', payload: { ...contract(1), endpoints } });
  const diff = await call('diff_context', { roomId, id });
  expect(diff.changes.length + diff.changes_left_out).toBe(250);
});
