import { OPEN_CALLER } from '../../src/access/caller.ts';
import { acknowledgeContextEvents } from '../../src/entries/acknowledge-context-events.ts';
import { contextInbox } from '../../src/entries/context-inbox.ts';
import { followContextEvents } from '../../src/entries/follow-context.ts';
import { roomAgents } from '../../src/entries/room-agents.ts';
import { openStore } from '../../src/entries/store.ts';
import { cursorOf } from '../../src/log/cursor.ts';
import { Log } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);

const pendingOf = async (roomId: string) =>
  Object.fromEntries((await roomAgents(held.store, roomId, {})).map(({ agentId, pending }) => [agentId, pending]));

/** Notes of presence are written beside what they belong to. */
async function seenSoon(roomId: string, agentId: string): Promise<Date | null> {
  for (let tries = 0; tries < 100; tries++) {
    const agent = (await roomAgents(held.store, roomId, {})).find((known) => known.agentId === agentId);
    if (agent?.lastSeenAt) return agent.lastSeenAt;
    await new Promise((wake) => setTimeout(wake, 10));
  }
  return null;
}

describe('the agents of a room', () => {
  it('are those that something was addressed to, with what each has not acknowledged', async () => {
    const roomId = freshRoom();
    const first = await writeNote(held.store, roomId, { consumingAgents: ['otter', 'lynx'] });
    await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
    await writeNote(held.store, roomId);
    expect(await pendingOf(roomId)).toEqual({ lynx: 1, otter: 2 });
    await acknowledgeContextEvents(held.store, caller, { roomId, agentId: 'otter', upTo: cursorOf(first) });
    const agents = await roomAgents(held.store, roomId, {});
    expect(agents).toEqual([
      { agentId: 'lynx', acknowledged: null, pending: 1, lastSeenAt: null },
      { agentId: 'otter', acknowledged: cursorOf(first), pending: 1, lastSeenAt: expect.any(Date) },
    ]);
  });

  it('come in pages by id, also where there are many', async () => {
    const roomId = freshRoom();
    const ids = Array.from({ length: 120 }, (_, i) => `agent-${String(i).padStart(3, '0')}`);
    for (let i = 0; i < ids.length; i += 40)
      await writeNote(held.store, roomId, { consumingAgents: ids.slice(i, i + 40) });
    const first = await roomAgents(held.store, roomId, { first: 50 });
    const rest = await roomAgents(held.store, roomId, { first: 200, after: first.at(-1)?.agentId });
    expect([...first, ...rest].map(({ agentId }) => agentId)).toEqual(ids);
    expect(await refusalOf(roomAgents(held.store, roomId, { first: 201 }))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });

  it('are seen when they subscribe or look into their inbox, even before anything was addressed to them', async () => {
    const roomId = freshRoom();
    await writeNote(held.store, roomId);
    const subscription = await followContextEvents(held.store, caller, { roomId, agentId: 'otter' });
    await contextInbox(held.store, caller, { roomId, agentId: 'lynx' }, { payload: false });
    for (const agentId of ['otter', 'lynx'])
      expect(Date.now() - Number(await seenSoon(roomId, agentId))).toBeLessThan(60_000);
    await subscription.return();
  });

  it('are not seen when a key of another agent looks on', async () => {
    const roomId = freshRoom();
    await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
    const other = { ...OPEN_CALLER, agent: 'lynx' };
    await contextInbox(held.store, other, { roomId, agentId: 'otter' }, { payload: false });
    await new Promise((wake) => setTimeout(wake, 100));
    expect(await roomAgents(held.store, roomId, {})).toMatchObject([{ agentId: 'otter', lastSeenAt: null }]);
  });
});

describe('acknowledging', () => {
  it('is idempotent, and never moves backwards', async () => {
    const roomId = freshRoom();
    const written = [];
    for (let i = 0; i < 3; i++) written.push(await writeNote(held.store, roomId, { consumingAgents: ['otter'] }));
    const cursors = written.map(cursorOf);
    const acknowledge = (upTo: string) =>
      acknowledgeContextEvents(held.store, caller, { roomId, agentId: 'otter', upTo });
    expect(await acknowledge(cursors[1]!)).toBe(cursors[1]);
    expect(await acknowledge(cursors[1]!)).toBe(cursors[1]);
    expect(await acknowledge(cursors[0]!)).toBe(cursors[1]);
    expect(await acknowledge(cursors[2]!)).toBe(cursors[2]);
    expect(await pendingOf(roomId)).toEqual({ otter: 0 });
  });

  it('of two processes that share an agent ends at the higher of the two', async () => {
    const roomId = freshRoom();
    const other = openStore(db.database, new Log(db.database));
    const cursors: string[] = [];
    for (let i = 0; i < 40; i++)
      cursors.push(cursorOf(await writeNote(held.store, roomId, { consumingAgents: ['otter'] })));
    const answers = await Promise.all(
      cursors.map((upTo, i) =>
        acknowledgeContextEvents(i % 2 ? held.store : other, caller, { roomId, agentId: 'otter', upTo }),
      ),
    );
    for (const [i, answer] of answers.entries()) expect(cursors.indexOf(answer)).toBeGreaterThanOrEqual(i);
    expect((await roomAgents(held.store, roomId, {}))[0]).toMatchObject({ acknowledged: cursors[39], pending: 0 });
    await other.log.close();
  });
});
