import fc from 'fast-check';
import type { Json } from '../src/json/json.ts';
import { json } from './json/arbitrary.ts';
import { post, testServer } from './support/server.ts';
import { openSse, type SseSubscriber } from './support/sse.ts';

const server = testServer();
let stream: SseSubscriber;
beforeAll(async () => {
  stream = await openSse(server.url, 'subscription { contextEvents(roomId: "f") { contextId entry { payload } } }');
});
afterAll(() => stream.abort());

const WRITE = `mutation ($payload: JSONObject!) {
  writeContext(input: { roomId: "f", type: note, summary: "s", author: "heron", consumingAgents: ["otter"], payload: $payload }) {
    entry { id payload }
  }
}`;
const READ = `query ($id: ID!) {
  context(roomId: "f", id: $id) { payload }
  contexts(roomId: "f", first: 1) { nodes { payload } }
  contextHistory(roomId: "f", id: $id) { current { payload } }
}`;

/** Writes the payload as this JSON text, byte for byte. */
const write = (payload: string) =>
  post(server.url, `{"query":${JSON.stringify(WRITE)},"variables":{"payload":${payload}}}`);

/** Every text between `"payload":` and what follows it in an answer of one line. */
const shown = (text: string, payload: string): number => text.split(`"payload":${payload}}`).length - 1;

// Line breaks of other alphabets are escaped in answers: the same JSON for every reader's idea of a line.
const asSent = (value: Json): string =>
  JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

it('any payload is read back as it was written, in every answer, or refused with the place', async () => {
  await fc.assert(
    fc.asyncProperty(json, async (extra) => {
      const payload = `{"text":"t","extra":${JSON.stringify(extra)}}`;
      const written = await write(payload);
      if (written.errors) {
        expect(written.errors[0]!.extensions).toMatchObject({ code: 'PAYLOAD_INVALID', retryable: false });
        for (const issue of written.errors[0]!.extensions.issues as { path: unknown[] }[])
          expect(issue.path.slice(0, 2)).toEqual(['payload', 'extra']);
        return;
      }
      const kept = asSent(JSON.parse(payload));
      expect(shown(written.text, kept)).toBe(1);
      const { id } = (written.data!.writeContext as { entry: { id: string } }).entry;
      expect(shown((await server.ask(READ, { id })).text, kept)).toBe(3);
      const event = await stream.next();
      expect([JSON.parse(event.data).data.contextEvents.contextId, shown(event.data, kept)]).toEqual([id, 1]);
    }),
    { numRuns: 300 },
  );
});

/** Number literals by their parts, so that long and extreme ones are common. */
const literal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,24}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,20}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(''));

it('any number is kept as the double it denotes, or refused; no integer ever changes', async () => {
  await fc.assert(
    fc.asyncProperty(literal, async (number) => {
      const { errors, data } = await write(`{"text":"t","n":${number}}`);
      const value = Number(number);
      if (errors) {
        expect(errors[0]!.extensions).toMatchObject({
          code: 'PAYLOAD_INVALID',
          issues: [{ path: ['payload', 'n'], pointer: '/n' }],
        });
        const tooLarge = Number.isInteger(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER;
        expect([number, !Number.isFinite(value) || tooLarge || value === 0]).toEqual([number, true]);
        return;
      }
      const kept = (data!.writeContext as { entry: { payload: { n: number } } }).entry.payload.n;
      expect(kept === value).toBe(true);
      if (/^-?\d+$/.test(number) && number.length < 17) expect(String(kept)).toBe(String(Number(number)));
      if (/^-?\d+$/.test(number) && Math.abs(value) < 1e21) expect(BigInt(kept)).toBe(BigInt(number));
    }),
    { numRuns: 400 },
  );
});
