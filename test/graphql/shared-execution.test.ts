import { buildSchema, type ExecutionArgs, type GraphQLObjectType, parse } from 'graphql';
import { ContextError } from '../../src/contract/errors.ts';
import { subscribeShared } from '../../src/graphql/shared-execution.ts';
import { RawJson, stringify } from '../../src/json/raw-json.ts';

const schema = buildSchema(`
  type Query { a: Int }
  type Subscription { events(room: ID!, size: Int): Event! }
  type Event { id: ID!, part(pointer: String): String }
`);

let executions = 0;
let failing = false;
let returned = 0;
const event = { id: '7', part: ({ pointer }: { pointer?: string }) => `part ${pointer}` };

/** A source that gives one event and then waits for ever, as a live stream does. */
function source() {
  let given = false;
  return {
    next: () => {
      if (given) return new Promise<never>(() => undefined);
      given = true;
      return Promise.resolve({ value: event, done: false });
    },
    return: () => {
      returned += 1;
      return Promise.resolve({ value: undefined, done: true as const });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const field = (schema.getSubscriptionType() as GraphQLObjectType).getFields().events!;
field.subscribe = (_root, { room }) => {
  if (room === 'hidden') throw new ContextError('NOT_FOUND', 'There is no such room.');
  return source();
};
field.resolve = async (version) => {
  executions += 1;
  if (failing) throw new Error('inside');
  return version;
};

const sink = { requestId: 'r', report: () => undefined };
const follow = (document: ExecutionArgs['document'], variableValues = {}) =>
  subscribeShared({ schema, document, variableValues, contextValue: sink });

async function first(document: ExecutionArgs['document'], variableValues = {}) {
  const stream = (await follow(document, variableValues)) as AsyncIterableIterator<unknown>;
  return (await stream.next()).value;
}

const document = parse('subscription ($room: ID!, $p: String = "d") { events(room: $room) { id part(pointer: $p) } }');

beforeEach(() => {
  executions = 0;
  failing = false;
  returned = 0;
});

it('an event is worked out once for all who follow with the same selection, from whatever room arguments', async () => {
  const answers = await Promise.all([first(document, { room: 'a' }), first(document, { room: 'b' })]);
  const later = await first(document, { room: 'c' });
  expect(answers[0]).toBeInstanceOf(RawJson);
  expect(answers[1]).toBe(answers[0]);
  expect(later).toBe(answers[0]);
  expect(executions).toBe(1);
  expect(stringify({ type: 'next', payload: later })).toBe(
    '{"type":"next","payload":{"data":{"events":{"id":"7","part":"part d"}}}}',
  );
});

it('another variable below the root field, or another document, is another answer', async () => {
  const texts = [
    await first(document, { room: 'a', p: '/x' }),
    await first(document, { room: 'a', p: null }),
    await first(parse('subscription { events(room: "a") { id } }')),
  ].map((answer) => stringify(answer));
  expect(texts).toEqual([
    expect.stringContaining('part /x'),
    expect.stringContaining('part null'),
    '{"data":{"events":{"id":"7"}}}',
  ]);
});

it('a failure is not shared: the next one tries again', async () => {
  const fresh = parse('subscription { events(room: "a") { part } }');
  failing = true;
  expect(await first(fresh)).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL' } }] });
  failing = false;
  expect(await first(fresh)).toBeInstanceOf(RawJson);
});

it('a refusal comes as an answer with its code', async () => {
  expect(await follow(document, { room: 'hidden' })).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  expect(await follow(document, {})).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
});

it('return reaches the source while next is waiting', async () => {
  const stream = (await follow(document, { room: 'a' })) as AsyncIterableIterator<unknown>;
  await stream.next();
  void stream.next();
  await expect(stream.return!()).resolves.toEqual({ value: undefined, done: true });
  expect(returned).toBe(1);
  await expect(stream.next()).resolves.toEqual({ value: undefined, done: true });
});
