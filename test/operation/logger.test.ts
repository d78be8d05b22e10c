import { pino } from 'pino';
import { OPEN_CALLER } from '../../src/access/caller.ts';
import { loggedError } from '../../src/operation/logger.ts';
import { FOLLOW, post, testServer, until, WRITE } from '../support/server.ts';
import { openSse } from '../support/sse.ts';
import { openSubscriber } from '../support/subscriber.ts';
import { READER_DOOR } from './reader-door.ts';

const SECRET = 'tawny-owl-4711';
const lines: string[] = [];
const logger = pino(
  { level: 'trace', serializers: { err: loggedError } },
  { write: (line: string) => void lines.push(line) },
);
const server = testServer({ logger, door: { ...READER_DOOR, callerOf: () => OPEN_CALLER } });

const QUERY = `query Q($roomId: ID!) { contexts(roomId: $roomId, first: 5) { nodes { summary payload } } }`;

it('payloads, summaries and keys are in no line at any level, whatever is asked and refused', async () => {
  const key = { authorization: `Bearer ${SECRET}` };
  const stream = await openSse(server.url, FOLLOW, { roomId: 'r' });
  await server.ask(WRITE, { roomId: 'r', text: SECRET }, key);
  await server.ask(WRITE, { roomId: ` ${SECRET} `, text: SECRET }, key);
  await server.ask(`{ ${SECRET.replaceAll('-', '_')} }`, {}, key);
  await server.ask(QUERY, { roomId: 'r' }, key);
  await post(server.url, `{"query": "${SECRET}`, key);
  await fetch(`${server.url}?query={rooms{nodes{id}}}&variables={"x":"${SECRET}"}`, { headers: key });
  await fetch(new URL(`/${SECRET}`, server.url));
  const socket = await openSubscriber(server.url);
  socket.subscribe('1', QUERY, { roomId: 'r', other: SECRET });
  await socket.next();
  socket.tell(SECRET);
  await socket.closed;
  await stream.next();
  stream.abort();
  await until(() => lines.filter((line) => line.includes('"Answered"')).length >= 8, true);
  expect(lines.join('')).not.toContain(SECRET);
  expect(lines.join('')).not.toContain('tawny');
  expect(JSON.parse(lines.find((line) => line.includes('Answered'))!)).toMatchObject({
    level: 20,
    method: 'POST',
    path: '/graphql',
    status: 200,
    ms: expect.any(Number),
  });
});

describe('of an error', () => {
  const json = (error: unknown): string => JSON.stringify(loggedError(error));

  it('what the database refused is left out, its code and place stay', () => {
    const refusal = Object.assign(new Error(`invalid input syntax for type json: "${SECRET}" it's "more"`), {
      severity: 'ERROR',
      code: '22P02',
      detail: `Failing row contains (${SECRET}).`,
      where: SECRET,
      table: 'versions',
      parameters: [SECRET],
    });
    expect(loggedError(refusal)).toMatchObject({
      code: '22P02',
      table: 'versions',
      message: expect.stringContaining('json'),
    });
    expect(json(refusal)).not.toContain(SECRET);
  });

  it('what a parser quotes is left out, also in causes', () => {
    let parse: unknown;
    try {
      JSON.parse(`{"a": ${SECRET}}`);
    } catch (error) {
      parse = error;
    }
    const outer = new Error(`Prisma says \`where: { x: "${SECRET}" }`, { cause: parse });
    expect(json(outer)).not.toContain('tawny');
    expect(json(outer)).toContain('SyntaxError');
  });

  it('names of the code and the place of the fault stay', () => {
    let fault: unknown;
    try {
      (undefined as unknown as { reading: string }).reading.trim();
    } catch (error) {
      fault = error;
    }
    expect(loggedError(fault).message).toBe("Cannot read properties of undefined (reading 'reading')");
    expect(loggedError(fault).at?.[0]).toContain('logger.test.ts');
  });
});
