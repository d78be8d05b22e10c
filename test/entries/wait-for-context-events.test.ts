import { acknowledgeContextEvents } from '../../src/entries/acknowledge-context-events.ts';
import { type WhenOver, waitForContextEvents } from '../../src/entries/wait-for-context-events.ts';
import { cursorOf } from '../../src/log/cursor.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);

const wait = (roomId: string, timeoutMs: number | null, more: { first?: number; whenOver?: WhenOver } = {}) =>
  waitForContextEvents(
    held.store,
    caller,
    { roomId, agentId: 'otter', timeoutMs, first: more.first },
    { payload: true },
    more.whenOver,
  );

const nothingOpen = () => expect(held.store.log.counts()).toMatchObject({ readers: 0, subscriptions: 0 });

describe('waitForContextEvents', () => {
  it('answers at once with what is not acknowledged, and does not consume it', async () => {
    const roomId = freshRoom();
    const written = await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
    await writeNote(held.store, roomId, { consumingAgents: ['lynx'] });
    for (let i = 0; i < 2; i++) expect((await wait(roomId, 20_000)).edges.map(({ node }) => node)).toEqual([written]);
    nothingOpen();
  });

  it('answers when something comes for the agent, and not for what comes for others', async () => {
    const roomId = freshRoom();
    const waiting = wait(roomId, 20_000);
    await writeNote(held.store, roomId, { consumingAgents: ['lynx'] });
    const written = await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
    const page = await waiting;
    expect(page.edges).toEqual([{ cursor: cursorOf(written), node: written }]);
    nothingOpen();
  });

  it('misses nothing that is written while it begins to wait', async () => {
    for (let i = 0; i < 40; i++) {
      const roomId = freshRoom();
      const waiting = wait(roomId, 5_000);
      await new Promise((wake) => setTimeout(wake, i / 10));
      await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
      const started = Date.now();
      expect((await waiting).edges).toHaveLength(1);
      expect(Date.now() - started).toBeLessThan(2_500);
    }
  });

  it('is empty after its time, and behind what was acknowledged', async () => {
    const roomId = freshRoom();
    const written = await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
    await acknowledgeContextEvents(held.store, caller, { roomId, agentId: 'otter', upTo: cursorOf(written) });
    const started = Date.now();
    expect(await wait(roomId, 300)).toEqual({ edges: [], hasNextPage: false, hasPreviousPage: false });
    expect(Date.now() - started).toBeGreaterThanOrEqual(290);
    expect(Date.now() - started).toBeLessThan(3_000);
    expect((await wait(roomId, 0)).edges).toEqual([]);
    nothingOpen();
  });

  it('ends at once when its caller goes away', async () => {
    let leave: () => void = () => undefined;
    let taken = 0;
    const whenOver: WhenOver = (end) => {
      leave = end;
      return () => void taken++;
    };
    const waiting = wait(freshRoom(), 30_000, { whenOver });
    await new Promise((wake) => setTimeout(wake, 100));
    leave();
    expect((await waiting).edges).toEqual([]);
    expect(taken).toBe(1);
    nothingOpen();
  });

  it('ends when the log is closed', async () => {
    const waiting = wait(freshRoom(), 30_000);
    await new Promise((wake) => setTimeout(wake, 100));
    await held.store.log.close();
    expect((await waiting).edges).toEqual([]);
  });

  it('refuses over 30 s, less than nothing, and too many nodes', async () => {
    const roomId = freshRoom();
    expect(await refusalOf(wait(roomId, 30_001))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(await refusalOf(wait(roomId, -1))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await refusalOf(wait(roomId, 10, { first: 201 }))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });
});
