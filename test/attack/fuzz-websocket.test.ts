import WebSocket from 'ws';
import { FOLLOW, NOTHING_OPEN, testServer, until, WRITE } from '../support/server.ts';
import { faultsOf } from './manners.ts';
import { heldBytes } from './memory.ts';
import { many, type Random, random } from './random.ts';

// Sequences of messages that no client library sends: in the wrong order, twice, broken, binary, with odd ids.

const SEQUENCES = Number(process.env.FUZZ) || 10_000;
const LONG_MS = 300_000;
const GROWTH_BYTES = 100 * 1024 * 1024;
/** What PROTOCOL.md and RFC 6455 have, and what this server says of itself. 1006: the attacker has cut it. */
const CODES = new Set([1000, 1002, 1003, 1005, 1006, 1007, 1009, 4400, 4401, 4403, 4408, 4409, 4429]);

const server = testServer({ pace: { tick: 50, initWait: 300 } });

const IDS: unknown[] = [
  '1',
  '1',
  '2',
  '',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(5_000),
  5,
  null,
  {},
  '\0',
  '\ud800',
];
const QUERIES: unknown[] = [
  '{ __typename }',
  '{ rooms { nodes { id } } }',
  'subscription { contextChanges(roomId: "w") { version } }',
  FOLLOW,
  WRITE,
  '{',
  '',
  5,
  null,
  'subscription { a: contextChanges(roomId: "w") { version } b: contextChanges(roomId: "w") { version } }',
  'subscription { contextEvents(roomId: "w", after: "x") { version } }',
  'query A { __typename } query B { __typename }',
  'subscription { contextEvents(roomId: "w", resume: true) { version } }',
  '{ room(roomId: " ") { id } }',
  `{${'a'.repeat(9_000)}}`,
];
const VARIABLES: unknown[] = [
  undefined,
  { roomId: 'w', text: 't' },
  { roomId: 'w' },
  null,
  [],
  'x',
  5,
  { roomId: '\0' },
  { __proto__: { roomId: 'w' } },
];
const RAW = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '5',
  '{"type":null}',
  '{"type":"nope"}',
  '{"type":"__proto__"}',
  '{"id":"1"}',
  '\0',
  '{"type":"ping","payload":[]}',
  '{"type":"connection_init","payload":"x"}',
  '{"type":"connection_init","payload":{"authorization":{"toString":1}}}',
  '{"type":"next","id":"1","payload":{}}',
  '{"type":"subscribe"}',
  '{"type":"subscribe","id":"1"}',
  '{"type":"subscribe","id":"1","payload":null}',
  '{"type":"subscribe","id":"1","payload":[]}',
  '{"type":"complete"}',
  '{"type":"complete","id":5}',
  '{"type":"connection_ack"}',
  '{"type":"start","id":"1","payload":{"query":"{__typename}"}}',
  `{"type":"ping","payload":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}}`,
  '{"__proto__":{"type":"ping"}}',
  '{"type":"subscribe","id":"1","payload":{"query":"{__typename}","__proto__":{"polluted":1}}}',
];

function message(dice: Random): string | Buffer {
  const kind = dice.below(12);
  if (kind === 0 && dice.chance(0.4)) return dice.pick(RAW);
  if (kind === 1 && dice.chance(0.2)) return Buffer.from([0xff, 0xfe, 0, 1, dice.below(256)]);
  if (kind <= 2) return '{"type":"ping"}';
  if (kind === 3) return '{"type":"pong"}';
  if (kind === 4 && dice.chance(0.3)) return '{"type":"connection_init"}';
  if (kind <= 6) return JSON.stringify({ type: 'complete', id: dice.pick(IDS.slice(0, 4)) });
  const payload = {
    query: dice.pick(QUERIES),
    variables: dice.pick(VARIABLES),
    ...(dice.chance(0.1) && { operationName: dice.pick(['A', 'C', 5, null]) }),
  };
  return JSON.stringify({ type: 'subscribe', id: dice.chance(0.9) ? String(dice.below(6)) : dice.pick(IDS), payload });
}

/** One socket from its first message to its end; resolves to its close code and what was wrong with what it was sent. */
function sequence(dice: Random): Promise<{ code: number; faults: string[]; said: string[] }> {
  const socket = new WebSocket(server.url.replace('http', 'ws'), 'graphql-transport-ws');
  const faults: string[] = [];
  const said: string[] = [];
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      faults.push('never closed');
      socket.terminate();
    }, 20_000);
    socket.on('message', (data) => faults.push(...wrongWith(String(data))));
    socket.on('error', (error) => said.push(`(${error.message})`));
    socket.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, faults, said });
    });
    const begin = (): void => {
      const messages = Array.from({ length: 1 + dice.below(8) }, () => message(dice));
      for (const one of messages) {
        said.push(String(one).slice(0, 300));
        socket.send(one);
      }
      const end = dice.below(4);
      if (end === 0) socket.terminate();
      else if (end === 1) socket.close(1000);
      else setTimeout(() => socket.close(), 5 + dice.below(60));
    };
    socket.on('open', () => {
      if (dice.chance(0.9)) socket.send('{"type":"connection_init"}');
      // Most wait for connection_ack, as they should.
      if (dice.chance(0.85)) socket.once('message', begin);
      else begin();
    });
  });
}

function wrongWith(text: string): string[] {
  const { type, id, payload } = JSON.parse(text) as { type: string; id?: string; payload?: unknown };
  if (['ping', 'pong', 'connection_ack', 'complete'].includes(type)) return [];
  if (id === undefined) return [`a message without id: ${text.slice(0, 200)}`];
  if (type === 'next') return faultsOf(JSON.stringify(payload));
  if (type === 'error' && Array.isArray(payload)) return faultsOf(JSON.stringify({ errors: payload }));
  return [`the message ${text.slice(0, 200)}`];
}

it(
  `${SEQUENCES} sequences of messages: each socket ends by the protocol, and nothing stays behind`,
  async () => {
    const dice = random();
    const codes = new Map<number, number>();
    const before = await heldBytes();
    await many(SEQUENCES, 32, async () => {
      const { code, faults, said } = await sequence(dice);
      if (!CODES.has(code)) faults.push(`the close code ${code}`);
      if (faults.length > 0) throw new Error(`seed ${dice.seed}: ${faults.join('; ')}\n${said.join('\n')}`);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    });
    await until(() => server.server.counts(), NOTHING_OPEN, 10_000);
    const grown = (await heldBytes()) - before;
    console.info(
      `seed ${dice.seed}: ${SEQUENCES} sequences, ${Math.round(grown / 1e6)} MB more held.`,
      Object.fromEntries(codes),
    );
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(grown).toBeLessThan(GROWTH_BYTES);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  },
  LONG_MS,
);
