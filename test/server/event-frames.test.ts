import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import fc from 'fast-check';
import * as ws from 'ws';
import { RawJson } from '../../src/json/raw-json.ts';
import { nextBeginning, writeEvents } from '../../src/server/event-frames.ts';

// The frames are made without ws: its own receiver has to take them for what they are.

const { Receiver } = ws as unknown as { Receiver: new (options: object) => Writable };

let listener: Server;
beforeAll(async () => {
  listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(() => new Promise((closed) => listener.close(closed)));

/** The two ends of a connection. */
async function connection(): Promise<{ ours: Socket; theirs: Socket }> {
  const accepted = once(listener, 'connection');
  const theirs = connect((listener.address() as AddressInfo).port, '127.0.0.1');
  const [ours] = (await accepted) as [Socket];
  ours.resume();
  return { ours, theirs };
}

/** What a client's end of ws reads, until the server ends. */
async function messagesAt(theirs: Socket): Promise<string[]> {
  const receiver = new Receiver({ isServer: false });
  const messages: string[] = [];
  receiver.on('message', (data, isBinary) => messages.push(isBinary ? 'binary' : String(data)));
  await new Promise<void>((resolve, reject) => {
    receiver.on('error', reject).on('finish', resolve);
    theirs.pipe(receiver);
  });
  return messages;
}

const messageOf = (id: string, text: string) => `{"id":${JSON.stringify(id)},"type":"next","payload":${text}}`;

it('a frame is one message, at every length at which its head changes', async () => {
  const { ours, theirs } = await connection();
  const around = nextBeginning('1').length + '""}'.length;
  const texts = [around, 125, 126, 127, 65_535, 65_536, 70_000, 1_100_000].map((length) =>
    JSON.stringify('x'.repeat(length - around)),
  );
  for (const text of texts) writeEvents(ours, nextBeginning('1'), [new RawJson(text)]);
  ours.end();
  expect(await messagesAt(theirs)).toEqual(texts.map((text) => messageOf('1', text)));
});

it('frames that leave together are messages of their own, whatever ids and events hold', async () => {
  const writes = fc.array(
    fc.record({ id: fc.string({ unit: 'grapheme' }), texts: fc.array(fc.json(), { minLength: 1, maxLength: 4 }) }),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(writes, async (sent) => {
      const { ours, theirs } = await connection();
      for (const { id, texts } of sent)
        writeEvents(
          ours,
          nextBeginning(id),
          texts.map((text) => new RawJson(text)),
        );
      ours.end();
      const expected = sent.flatMap(({ id, texts }) => texts.map((text) => messageOf(id, text)));
      expect(await messagesAt(theirs)).toEqual(expected);
    }),
  );
});

it('what a client has not taken yet stays as it was, whatever others are sent meanwhile', async () => {
  const clients: Awaited<ReturnType<typeof connection>>[] = [];
  for (let n = 0; n < 6; n += 1) clients.push(await connection());
  const sent: string[][] = clients.map(() => []);
  // More than the buffers between the two ends hold, so that much waits here.
  for (let n = 0; n < 1_500; n += 1)
    for (const [i, { ours }] of clients.entries()) {
      const texts = [`"${i} ${n} ${String(n % 10).repeat(500 * (1 + (n % 40)))}"`, `${n}`];
      writeEvents(
        ours,
        nextBeginning(`${i}`),
        texts.map((text) => new RawJson(text)),
      );
      sent[i]!.push(...texts.map((text) => messageOf(`${i}`, text)));
    }
  expect(clients.map(({ ours }) => ours.writableLength > 0)).toEqual(clients.map(() => true));
  for (const { ours } of clients) ours.end();
  const received = await Promise.all(clients.map(({ theirs }) => messagesAt(theirs)));
  for (const [i, messages] of received.entries()) expect(messages.every((text, n) => text === sent[i]![n])).toBe(true);
  expect(received.map(({ length }) => length)).toEqual(sent.map(({ length }) => length));
});
