import { contextDiff } from '../../src/entries/context-diff.ts';
import { contextHistory } from '../../src/entries/context-history.ts';
import { deleteContext } from '../../src/entries/delete-context.ts';
import { readContext } from '../../src/entries/read-context.ts';
import { restoreContext } from '../../src/entries/restore-context.ts';
import { updateContext } from '../../src/entries/update-context.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);
const whole = { payload: true };

describe('a deleted entry', () => {
  it('is gone from reads, keeps its history with a tombstone, and comes back as the next version', async () => {
    const roomId = freshRoom();
    const written = await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
    const id = written.entryId;
    const tombstone = await deleteContext(held.store, caller, { roomId, id });
    expect(tombstone.version).toMatchObject({
      minor: 1,
      action: 'delete',
      author: 'anonymous',
      summary: 's',
      payload: written.payload,
      recipients: ['otter'],
    });
    expect(await refusalOf(readContext(held.store, caller, { roomId, id }, whole))).toMatchObject({
      code: 'NOT_FOUND',
      extensions: { deleted: true },
    });
    expect((await refusalOf(updateContext(held.store, caller, { roomId, id, author: 'a', summary: 'x' }))).code).toBe(
      'NOT_FOUND',
    );
    expect(
      (await refusalOf(updateContext(held.store, caller, { roomId, id, author: 'a', payloadMergePatch: {} }))).code,
    ).toBe('NOT_FOUND');
    expect((await refusalOf(deleteContext(held.store, caller, { roomId, id }))).code).toBe('NOT_FOUND');
    expect((await contextHistory(held.store, caller, { roomId, id }, whole)).current).toEqual(tombstone.version);
    const restored = await restoreContext(held.store, caller, { roomId, id, author: 'lynx' });
    expect(restored.version).toMatchObject({
      minor: 2,
      action: 'restore',
      author: 'lynx',
      payload: written.payload,
      recipients: ['otter'],
    });
    expect(await readContext(held.store, caller, { roomId, id }, whole)).toEqual(restored.version);
    expect((await refusalOf(restoreContext(held.store, caller, { roomId, id, author: 'lynx' }))).code).toBe(
      'BAD_USER_INPUT',
    );
  });

  it('is deleted and restored once, however many try at once', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId);
    const deletes = await Promise.allSettled(
      Array.from({ length: 8 }, () => deleteContext(held.store, caller, { roomId, id })),
    );
    expect(deletes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const restores = await Promise.allSettled(
      Array.from({ length: 8 }, () => restoreContext(held.store, caller, { roomId, id, author: 'a' })),
    );
    expect(restores.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a history', () => {
  it('pages through all prior versions, newest first', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId);
    for (let n = 1; n <= 12; n++)
      await updateContext(held.store, caller, { roomId, id, author: 'heron', summary: `${n}` });
    const history = await contextHistory(held.store, caller, { roomId, id }, whole);
    const minors: number[] = [];
    for (let after: string | undefined; ; ) {
      const page = await history.versions({ first: 5, after }, whole);
      minors.push(...page.edges.map(({ node }) => node.minor));
      expect(await page.totalCount()).toBe(12);
      if (!page.hasNextPage) break;
      after = page.edges.at(-1)!.cursor;
    }
    expect([history.current.minor, ...minors]).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect((await refusalOf(history.versions({ after: 'garbage' }, whole))).code).toBe('CURSOR_INVALID');
  });

  it('of an id that the room never had is NOT_FOUND, also of an entry of another room', async () => {
    const { entryId: id } = await writeNote(held.store, freshRoom());
    for (const wrong of [id, 'no-such-id', '', '\u0000', '\ud83c'])
      expect(
        (await refusalOf(contextHistory(held.store, caller, { roomId: freshRoom(), id: wrong }, whole))).code,
      ).toBe('NOT_FOUND');
  });
});

describe('a diff', () => {
  it('is of the current version against the one before it, unless other two are named', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId, {
      payload: { text: 't', n: 0 },
      consumingAgents: ['a', 'b'],
    });
    for (const n of [1, 2, 3])
      await updateContext(held.store, caller, { roomId, id, author: 'heron', payload: { text: 't', n } });
    const labels = async (sides: object) => {
      const { from, to, changes } = await contextDiff(held.store, caller, { roomId, id, ...sides });
      return [from.minor, to.minor, changes];
    };
    const change = (before: number, after: number) => [{ kind: 'changed', pointer: '/n', before, after }];
    expect(await labels({})).toEqual([2, 3, change(2, 3)]);
    expect(await labels({ againstVersion: '1.0' })).toEqual([0, 3, change(0, 3)]);
    expect(await labels({ version: '1.1' })).toEqual([0, 1, change(0, 1)]);
    expect(await labels({ againstVersion: '1.0', version: '1.2' })).toEqual([0, 2, change(0, 2)]);
    expect(await labels({ againstVersion: '1.3' })).toEqual([3, 3, []]);
  });

  it('tells what changed outside the payload', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId, { summary: 'a', consumingAgents: ['heron', 'lynx'] });
    await updateContext(held.store, caller, {
      roomId,
      id,
      author: 'heron',
      summary: 'b',
      consumingAgents: ['otter', 'heron'],
    });
    expect(await contextDiff(held.store, caller, { roomId, id })).toMatchObject({
      summary: { before: 'a', after: 'b' },
      consumingAgentsAdded: ['otter'],
      consumingAgentsRemoved: ['lynx'],
      changes: [],
      jsonPatch: [],
    });
  });

  it('refuses sides that do not exist, are the wrong way round or are no versions', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId);
    const codeOf = async (sides: object) =>
      (await refusalOf(contextDiff(held.store, caller, { roomId, id, ...sides }))).code;
    expect(await codeOf({})).toBe('VERSION_NOT_FOUND');
    await updateContext(held.store, caller, { roomId, id, author: 'heron', summary: 'x' });
    expect(await codeOf({ version: '1.0' })).toBe('VERSION_NOT_FOUND');
    expect(await codeOf({ againstVersion: '1.7' })).toBe('VERSION_NOT_FOUND');
    expect(await codeOf({ version: '2.0' })).toBe('VERSION_NOT_FOUND');
    expect(await codeOf({ againstVersion: '1.1', version: '1.0' })).toBe('BAD_USER_INPUT');
    expect(await codeOf({ againstVersion: 'first' })).toBe('BAD_USER_INPUT');
  });
});
