import { followContextChanges, followContextEvents } from '../../src/entries/follow-context.ts';
import { openStore } from '../../src/entries/store.ts';
import { updateContext } from '../../src/entries/update-context.ts';
import { cursorOf } from '../../src/log/cursor.ts';
import { Log } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, take, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);

describe('a subscription', () => {
  it('delivers what is written from now on, in order, each once', async () => {
    const { store } = held;
    const roomId = freshRoom();
    await writeNote(store, roomId, { consumingAgents: ['otter'] });
    const subscription = await followContextEvents(store, caller, { roomId });
    const written = [];
    for (let i = 0; i < 30; i++)
      written.push(await writeNote(store, roomId, { summary: `${i}`, consumingAgents: ['otter'] }));
    expect((await take(subscription, 30)).map((version) => version.entryId)).toEqual(
      written.map((version) => version.entryId),
    );
    await subscription.return();
  });

  it('resumes behind a cursor without a gap while others write', async () => {
    const { store } = held;
    const roomId = freshRoom();
    const first = await writeNote(store, roomId, { consumingAgents: ['otter'] });
    for (let i = 0; i < 700; i++) await writeNote(store, roomId, { summary: `${i}`, consumingAgents: ['otter'] });
    const subscription = await followContextEvents(store, caller, { roomId, after: cursorOf(first) });
    const writing = (async () => {
      for (let i = 0; i < 300; i++) await writeNote(store, roomId, { summary: `${i}`, consumingAgents: ['otter'] });
    })();
    const events = await take(subscription, 1000);
    await writing;
    expect(events.map((event) => event.position)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 2));
    await subscription.return();
  });

  it('of an agent gets what is addressed to it, and no more', async () => {
    const { store } = held;
    const roomId = freshRoom();
    const subscription = await followContextEvents(store, caller, { roomId, agentId: 'otter' });
    await writeNote(store, roomId, { consumingAgents: ['lynx'] });
    const mine = await writeNote(store, roomId, { consumingAgents: ['lynx', 'otter'] });
    await updateContext(store, caller, { roomId, id: mine.entryId, author: 'heron', consumingAgents: ['lynx'] });
    await updateContext(store, caller, { roomId, id: mine.entryId, author: 'heron', summary: 'no more for otter' });
    const last = await writeNote(store, roomId, { consumingAgents: ['otter'] });
    const events = await take(subscription, 3);
    expect(events.map((event) => [event.entryId, event.minor])).toEqual([
      [mine.entryId, 0],
      [mine.entryId, 1],
      [last.entryId, 0],
    ]);
    await subscription.return();
  });

  it('of changes also gets entries that nobody consumes', async () => {
    const { store } = held;
    const roomId = freshRoom();
    const subscription = await followContextChanges(store, caller, { roomId });
    const written = await writeNote(store, roomId);
    expect(await take(subscription, 1)).toEqual([written]);
    await subscription.return();
  });

  it('gets what another server writes', async () => {
    const { store } = held;
    const roomId = freshRoom();
    const other = openStore(db.database, new Log(db.database));
    const subscription = await followContextEvents(store, caller, { roomId });
    const written = [];
    for (let i = 0; i < 20; i++)
      written.push(await writeNote(i % 2 ? store : other, roomId, { consumingAgents: ['otter'] }));
    expect(await take(subscription, 20)).toEqual(written);
    await subscription.return();
    await other.log.close();
  });

  it('ends at once while it waits, and leaves nothing behind', async () => {
    const { store } = held;
    const roomId = freshRoom();
    const subscriptions = await Promise.all(
      Array.from({ length: 50 }, () => followContextEvents(store, caller, { roomId })),
    );
    const waiting = subscriptions.map((subscription) => subscription.next());
    expect(store.log.counts()).toEqual({ readers: 1, subscriptions: 50, ringBytes: 0 });
    for (const subscription of subscriptions) await subscription.return();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ done: true, value: undefined })));
    expect(store.log.counts()).toEqual({ readers: 0, subscriptions: 0, ringBytes: 0 });
  });

  it('is told when the log has lost what it has seen', async () => {
    const { store } = held;
    const roomId = freshRoom();
    await writeNote(store, roomId, { consumingAgents: ['otter'] });
    const subscription = await followContextEvents(store, caller, { roomId });
    const lost = await writeNote(store, roomId, { consumingAgents: ['otter'] });
    await take(subscription, 1);
    await db.database.query({ name: 'lose-1', text: 'DELETE FROM versions WHERE room_id = $1 AND position = 2' }, [
      roomId,
    ]);
    await db.database.query({ name: 'lose-2', text: 'DELETE FROM deliveries WHERE room_id = $1 AND position = 2' }, [
      roomId,
    ]);
    await db.database.query(
      {
        name: 'lose-3',
        text: 'UPDATE rooms SET position = 1, head_request_id = (SELECT request_id FROM versions WHERE room_id = $1 AND position = 1) WHERE room_id = $1',
      },
      [roomId],
    );
    expect(await refusalOf(subscription.next())).toMatchObject({ code: 'CURSOR_AHEAD' });
    expect(await refusalOf(followContextEvents(store, caller, { roomId, after: cursorOf(lost) }))).toMatchObject({
      code: 'CURSOR_AHEAD',
    });
    const replacement = await writeNote(store, roomId, { consumingAgents: ['otter'] });
    expect(replacement.position).toBe(lost.position);
    expect(await refusalOf(followContextEvents(store, caller, { roomId, after: cursorOf(lost) }))).toMatchObject({
      code: 'CURSOR_AHEAD',
    });
  });
});
