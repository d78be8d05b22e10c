import { deleteContext } from '../../src/entries/delete-context.ts';
import { listContexts } from '../../src/entries/list-contexts.ts';
import { restoreContext } from '../../src/entries/restore-context.ts';
import { updateContext } from '../../src/entries/update-context.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);
const positionOf = async (roomId: string): Promise<number> => {
  const [row] = await db.database.query<{ position: number }>(
    { name: 'position', text: 'SELECT position FROM rooms WHERE room_id = $1' },
    [roomId],
  );
  return row!.position;
};

describe('an idempotency key', () => {
  it('gives the first answer again, one after the other and in flight', async () => {
    const roomId = freshRoom();
    const write = () => writeNote(held.store, roomId, { idempotencyKey: 'k', consumingAgents: ['otter'] });
    const answers = await Promise.all(Array.from({ length: 10 }, write));
    answers.push(await write());
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await positionOf(roomId)).toBe(1);
  });

  it('gives the answer as it was, however far the entry has gone on', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId, { payload: { text: 't', n: 1 } });
    const patch = () =>
      updateContext(held.store, caller, {
        roomId,
        id,
        author: 'heron',
        idempotencyKey: 'k',
        payloadJsonPatch: [
          { op: 'test', path: '/n', value: 1 },
          { op: 'replace', path: '/n', value: 2 },
        ],
      });
    const first = await patch();
    await updateContext(held.store, caller, { roomId, id, author: 'otter', payload: { text: 'other' } });
    expect(await patch()).toEqual(first);
    await deleteContext(held.store, caller, { roomId, id });
    expect(await patch()).toEqual(first);
    expect(await positionOf(roomId)).toBe(4);
  });

  it('remembers an update that changed nothing', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId);
    const update = () =>
      updateContext(held.store, caller, {
        roomId,
        id,
        author: 'heron',
        summary: 's',
        onlyIfChanged: true,
        idempotencyKey: 'k',
      });
    const first = await update();
    expect(first).toMatchObject({ posted: false, version: { minor: 0 } });
    await updateContext(held.store, caller, { roomId, id, author: 'otter', summary: 'another' });
    expect(await update()).toEqual(first);
    expect(await positionOf(roomId)).toBe(2);
  });

  it('holds for deletes and restores', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId);
    const remove = () => deleteContext(held.store, caller, { roomId, id, agentId: 'heron', idempotencyKey: 'd' });
    const restore = () => restoreContext(held.store, caller, { roomId, id, author: 'heron', idempotencyKey: 'r' });
    const removed = await remove();
    expect(await remove()).toEqual(removed);
    const restored = await restore();
    expect(await restore()).toEqual(restored);
    expect(await remove()).toEqual(removed);
    expect(restored.version.minor).toBe(2);
    expect(await positionOf(roomId)).toBe(3);
  });

  it('with another input or another operation is refused, and writes nothing', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId, { idempotencyKey: 'k' });
    expect((await refusalOf(writeNote(held.store, roomId, { idempotencyKey: 'k', summary: 'other' }))).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    const update = updateContext(held.store, caller, {
      roomId,
      id,
      author: 'heron',
      summary: 's',
      idempotencyKey: 'k',
    });
    expect((await refusalOf(update)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    const patch = updateContext(held.store, caller, {
      roomId,
      id,
      author: 'heron',
      payloadMergePatch: {},
      idempotencyKey: 'k',
    });
    expect((await refusalOf(patch)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await positionOf(roomId)).toBe(1);
  });

  it('of two authors, or in two rooms, does not meet', async () => {
    const roomId = freshRoom();
    const ids = [
      await writeNote(held.store, roomId, { idempotencyKey: 'k', author: 'a' }),
      await writeNote(held.store, roomId, { idempotencyKey: 'k', author: 'b' }),
      await writeNote(held.store, freshRoom(), { idempotencyKey: 'k', author: 'a' }),
    ].map(({ entryId }) => entryId);
    expect(new Set(ids).size).toBe(3);
  });

  it('does not keep a failure: the mended call is written', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId);
    const update = (expectedVersion: string) =>
      updateContext(held.store, caller, {
        roomId,
        id,
        author: 'heron',
        summary: 'x',
        expectedVersion,
        idempotencyKey: 'k',
      });
    expect((await refusalOf(update('1.3'))).code).toBe('VERSION_NOT_FOUND');
    expect(await update('1.0')).toMatchObject({ version: { minor: 1 } });
  });

  it('does not mind the order of keys nor defaults that are spelt out', async () => {
    const roomId = freshRoom();
    const first = await writeNote(held.store, roomId, {
      payload: { text: 't', a: 1 },
      idempotencyKey: 'k',
      consumingAgents: ['x'],
    });
    expect(
      await writeNote(held.store, roomId, {
        payload: { a: 1, text: 't' },
        idempotencyKey: 'k',
        consumingAgents: ['x', 'x'],
      }),
    ).toEqual(first);
    const update = (onlyIfChanged?: boolean | null) =>
      updateContext(held.store, caller, {
        roomId,
        id: first.entryId,
        author: 'heron',
        summary: 'y',
        onlyIfChanged,
        idempotencyKey: 'u',
      });
    const updated = await update();
    expect(await update(false)).toEqual(updated);
    expect(await update(null)).toEqual(updated);
  });

  it('older than two days is swept away by the keys that come after it', async () => {
    const roomId = freshRoom();
    await writeNote(held.store, roomId, { idempotencyKey: 'old' });
    await db.database.query(
      { name: 'age', text: `UPDATE idempotency_keys SET created_at = now() - interval '49 hours' WHERE room_id = $1` },
      [roomId],
    );
    await writeNote(held.store, roomId, { idempotencyKey: 'new' });
    const rows = await db.database.query<{ key: string }>(
      { name: 'keys', text: 'SELECT key FROM idempotency_keys WHERE room_id = $1' },
      [roomId],
    );
    expect(rows).toEqual([{ key: 'new' }]);
    expect(await (await listContexts(held.store, caller, { roomId }, { payload: false })).totalCount()).toBe(2);
  });
});
