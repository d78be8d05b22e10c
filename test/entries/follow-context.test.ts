import fc from 'fast-check';
import { acknowledgeContextEvents } from '../../src/entries/acknowledge-context-events.ts';
import { contextEvents } from '../../src/entries/context-events.ts';
import { contextInbox } from '../../src/entries/context-inbox.ts';
import { deleteContext } from '../../src/entries/delete-context.ts';
import { eventTypeOf } from '../../src/entries/event-types.ts';
import { followContextChanges, followContextEvents } from '../../src/entries/follow-context.ts';
import { restoreContext } from '../../src/entries/restore-context.ts';
import { updateContext } from '../../src/entries/update-context.ts';
import { cursorOf, encodeCursor } from '../../src/log/cursor.ts';
import type { Version } from '../../src/log/version.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, take, testStore, writeNote } from '../support/entries.ts';

const held = testStore(testDatabase());
const AGENTS = ['otter', 'lynx', 'wren'];
const start = (roomId: string) => encodeCursor(roomId);

/** What one step is to tell whom, worked out from the rules alone. */
interface Told {
  type: string;
  minor: number;
  to: string[];
}
type Step = { does: 'write' | 'update' | 'remove'; entry: number; agents: string[] };
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('write', 'update', 'update', 'remove'),
  entry: fc.nat(3),
  agents: fc.subarray(AGENTS),
});

/** Plays the steps in a room: what was written, and what the rules say that it tells. */
async function play(roomId: string, steps: readonly Step[]): Promise<Told[]> {
  const entries: { id: string; minor: number; agents: string[]; deleted: boolean }[] = [];
  const told: Told[] = [];
  for (const { does, entry, agents } of steps) {
    const known = entries[entry % Math.max(entries.length, 1)];
    if (does === 'write' || !known) {
      const { entryId: id } = await writeNote(held.store, roomId, { consumingAgents: agents });
      entries.push({ id, minor: 0, agents, deleted: false });
      told.push({ type: 'context_available', minor: 0, to: agents });
      continue;
    }
    const { id } = known;
    known.minor += 1;
    if (known.deleted) {
      await restoreContext(held.store, caller, { roomId, id, author: 'heron' });
      told.push({ type: 'context_available', minor: known.minor, to: known.agents });
      known.deleted = false;
    } else if (does === 'remove') {
      await deleteContext(held.store, caller, { roomId, id });
      told.push({ type: 'context_deleted', minor: known.minor, to: known.agents });
      known.deleted = true;
    } else {
      await updateContext(held.store, caller, { roomId, id, author: 'heron', consumingAgents: agents });
      const removed = known.agents.filter((agent) => !agents.includes(agent));
      told.push({ type: 'context_updated', minor: known.minor, to: [...agents, ...removed] });
      known.agents = agents;
    }
  }
  return told;
}

const toldBy = ({ action, minor, recipients }: Version): Told => ({ type: eventTypeOf(action), minor, to: recipients });

async function followed(following: Promise<AsyncIterableIterator<Version>>, count: number): Promise<Told[]> {
  const subscription = await following;
  const versions = await take(subscription, count);
  await subscription.return?.();
  return versions.map(toldBy);
}

it('whatever is written: stream, pages, changes and inbox tell each agent what the rules say, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), fc.nat(9), async (steps, acknowledged) => {
      const roomId = freshRoom();
      const { store } = held;
      const all = await play(roomId, steps);
      const after = start(roomId);
      expect(await followed(followContextChanges(store, caller, { roomId, after }), all.length)).toEqual(all);
      for (const agentId of [undefined, ...AGENTS]) {
        const mine = all.filter(({ to }) => (agentId === undefined ? to.length > 0 : to.includes(agentId)));
        const page = await contextEvents(store, caller, { roomId, agentId, first: 200 }, { payload: false });
        expect(page.edges.map(({ node }) => toldBy(node))).toEqual(mine);
        expect(await followed(followContextEvents(store, caller, { roomId, agentId, after }), mine.length)).toEqual(
          mine,
        );
        const done = page.edges[acknowledged % Math.max(mine.length, 1)];
        if (agentId === undefined || !done) continue;
        await acknowledgeContextEvents(store, caller, { roomId, agentId, upTo: done.cursor });
        const left = mine.slice(page.edges.indexOf(done) + 1);
        const inbox = await contextInbox(store, caller, { roomId, agentId, first: 200 }, { payload: false });
        expect(inbox.edges.map(({ node }) => toldBy(node))).toEqual(left);
        const resumed = followContextEvents(store, caller, { roomId, agentId, resume: true });
        expect(await followed(resumed, left.length)).toEqual(left);
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);

it('after counts where it is given with resume', async () => {
  const roomId = freshRoom();
  const written: Version[] = [];
  for (let i = 0; i < 3; i += 1) written.push(await writeNote(held.store, roomId, { consumingAgents: ['otter'] }));
  const agentId = 'otter';
  await acknowledgeContextEvents(held.store, caller, { roomId, agentId, upTo: cursorOf(written[1]!) });
  const from = async (after?: string) => {
    const subscription = await followContextEvents(held.store, caller, { roomId, agentId, resume: true, after });
    const [first] = await take(subscription, 1);
    await subscription.return();
    return first!.position;
  };
  expect(await from()).toBe(3);
  expect(await from(cursorOf(written[0]!))).toBe(2);
});

it('resume without an agent is refused, and so is a cursor of another room', async () => {
  const roomId = freshRoom();
  expect(await refusalOf(followContextEvents(held.store, caller, { roomId, resume: true }))).toMatchObject({
    code: 'BAD_USER_INPUT',
    extensions: { issues: [{ path: ['agentId'] }] },
  });
  const after = start(freshRoom());
  expect((await refusalOf(followContextEvents(held.store, caller, { roomId, after }))).code).toBe('CURSOR_INVALID');
});

it('only the types that were asked for are told', async () => {
  const roomId = freshRoom();
  await play(roomId, [
    { does: 'write', entry: 0, agents: ['otter'] },
    { does: 'update', entry: 0, agents: ['otter'] },
    { does: 'remove', entry: 0, agents: [] },
  ]);
  const types = ['context_updated', 'context_deleted'] as const;
  const input = { roomId, types: [...types], after: start(roomId) };
  const told = await followed(followContextEvents(held.store, caller, input), 2);
  expect(told.map(({ type }) => type)).toEqual(types);
});
