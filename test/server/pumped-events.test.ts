import { RawJson } from '../../src/json/raw-json.ts';
import { PumpedEvents } from '../../src/server/pumped-events.ts';
import type { EventResult, Events } from '../../src/server/run.ts';

const text = (n: number, length = 1): RawJson => new RawJson(JSON.stringify(`${n}`.padEnd(length)));
const failure: EventResult = { errors: [] };

/** A subscription whose events are at hand as they are pushed; promises among them are answers that are being worked out. */
class Source {
  readonly #items: (EventResult | Promise<EventResult>)[] = [];
  #wake = (): void => undefined;
  returned = false;

  push(...items: (EventResult | Promise<EventResult>)[]): void {
    this.#items.push(...items);
    this.#wake();
  }

  poll(): EventResult | Promise<EventResult> | undefined {
    return this.#items.shift();
  }

  wait(wake: () => void): boolean {
    if (!this.returned) this.#wake = wake;
    return !this.returned;
  }

  async next(): Promise<IteratorResult<EventResult>> {
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<EventResult>> {
    this.returned = true;
    this.#wake();
    return { done: true, value: undefined };
  }
}

/** Starts to pump: the numbers of the events that were sent, by write, and what is handed to graphql-ws. */
function pump(source: Source, room: () => void | Promise<void> = () => undefined, sent = (): void => undefined) {
  const writes: number[][] = [];
  const send = (events: readonly RawJson[]): void => {
    writes.push(events.map((event) => Number(JSON.parse(event.text))));
    sent();
  };
  const events = new PumpedEvents(source as unknown as Events, { room, send });
  return { writes, events, handed: events.next() };
}

/** Room that there is none of until it is made. */
function fullOutlet() {
  let make = (): void => undefined;
  const made = new Promise<void>((resolve) => {
    make = resolve;
  });
  let isFull = true;
  return {
    room: () => (isFull ? made : undefined),
    make: () => {
      isFull = false;
      make();
    },
  };
}

const turn = (): Promise<void> => new Promise((wake) => setImmediate(wake));

it('what is at hand leaves as one write, and what comes later in its own, in order', async () => {
  const source = new Source();
  source.push(text(1), text(2), text(3));
  const { writes } = pump(source);
  await turn();
  source.push(text(4));
  await turn();
  expect(writes).toEqual([[1, 2, 3], [4]]);
});

it('one write takes 32 events, or no more once it has 64 KiB of text', async () => {
  const many = new Source();
  many.push(...Array.from({ length: 70 }, (_, n) => text(n)));
  const large = new Source();
  large.push(...[1, 2, 3, 4, 5].map((n) => text(n, 30_000)));
  const pumps = [pump(many), pump(large)];
  await turn();
  expect(pumps.map(({ writes }) => writes.map((events) => events.length))).toEqual([
    [32, 32, 6],
    [3, 2],
  ]);
});

it('an answer that is being worked out keeps its place', async () => {
  const source = new Source();
  let work = (_done: EventResult): void => undefined;
  const answer = new Promise<EventResult>((resolve) => {
    work = resolve;
  });
  source.push(text(1), answer, text(3));
  const { writes } = pump(source);
  await turn();
  expect(writes).toEqual([[1]]);
  work(text(2));
  await turn();
  expect(writes).toEqual([[1], [2], [3]]);
});

it('a failure is handed over behind what came before it, and what follows goes on', async () => {
  const source = new Source();
  source.push(text(1), failure, text(2));
  const { writes, events, handed } = pump(source);
  expect(await handed).toEqual({ done: false, value: failure });
  expect(writes).toEqual([[1]]);
  void events.next();
  await turn();
  expect(writes).toEqual([[1], [2]]);
});

it('nothing is taken or sent until there is room, and then all that has come meanwhile', async () => {
  const source = new Source();
  const outlet = fullOutlet();
  source.push(text(1));
  const { writes } = pump(source, outlet.room);
  await turn();
  source.push(text(2), text(3));
  await turn();
  expect(writes).toEqual([]);
  outlet.make();
  await turn();
  expect(writes).toEqual([[1, 2, 3]]);
});

it('an event that was worked out waits for room, and is not sent when its operation is over by then', async () => {
  const source = new Source();
  const outlet = fullOutlet();
  let asked = 0;
  source.push(Promise.resolve(text(1) as unknown as EventResult));
  const { writes, events, handed } = pump(source, () => (asked++ === 0 ? undefined : outlet.room()));
  await turn();
  await events.return();
  outlet.make();
  expect(await handed).toEqual({ done: true, value: undefined });
  await turn();
  expect(writes).toEqual([]);
});

it('ends at once while it waits for room, and sends nothing when there is some', async () => {
  const source = new Source();
  const outlet = fullOutlet();
  source.push(text(1));
  const { writes, events, handed } = pump(source, outlet.room);
  await turn();
  await events.return();
  expect(await handed).toEqual({ done: true, value: undefined });
  outlet.make();
  await turn();
  expect(writes).toEqual([]);
});

it('what cannot be sent is a failure, which ends the subscription', async () => {
  const source = new Source();
  source.push(text(1), text(2));
  const refuse = () => {
    throw new Error('no');
  };
  const { handed, writes } = pump(source, undefined, refuse);
  await expect(handed).rejects.toThrow('no');
  expect(writes).toEqual([[1, 2]]);
  expect(source.returned).toBe(true);
});

it('ends at once while it waits', async () => {
  const source = new Source();
  const { events, handed } = pump(source);
  await turn();
  await events.return();
  expect(await handed).toEqual({ done: true, value: undefined });
  expect(source.returned).toBe(true);
});
