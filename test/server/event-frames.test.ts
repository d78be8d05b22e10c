import type { Writable } from 'node:stream';
import fc from 'fast-check';
import * as ws from 'ws';
import { RawJson } from '../../src/json/raw-json.ts';
import { eventFrame, nextBeginning } from '../../src/server/event-frames.ts';

// The frames are made without ws: its own receiver has to take them for what they are.

const { Receiver } = ws as unknown as { Receiver: new (options: object) => Writable };

/** What a client's end of ws reads out of these bytes. */
function received(frames: Buffer[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const receiver = new Receiver({ isServer: false });
    const messages: string[] = [];
    receiver.on('message', (data, isBinary) => messages.push(isBinary ? 'binary' : String(data)));
    receiver.on('error', reject);
    receiver.write(Buffer.concat(frames), () => setImmediate(() => resolve(messages)));
  });
}

const messageOf = (id: string, text: string) => `{"id":${JSON.stringify(id)},"type":"next","payload":${text}}`;

it('a frame is one message, at every length at which its head changes', async () => {
  const around = nextBeginning('1').length + '""}'.length;
  for (const length of [around, 125, 126, 127, 65_535, 65_536, 70_000, 1_100_000]) {
    const text = JSON.stringify('x'.repeat(length - around));
    expect(await received([eventFrame(nextBeginning('1'), new RawJson(text))])).toEqual([messageOf('1', text)]);
  }
});

it('frames that leave together are messages of their own, whatever ids and events hold', async () => {
  const events = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.json()), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(events, async (sent) => {
      const frames = sent.map(([id, text]) => eventFrame(nextBeginning(id), new RawJson(text)));
      expect(await received(frames)).toEqual(sent.map(([id, text]) => messageOf(id, text)));
    }),
  );
});
