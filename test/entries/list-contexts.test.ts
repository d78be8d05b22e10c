import { deleteContext } from '../../src/entries/delete-context.ts';
import { followContextChanges } from '../../src/entries/follow-context.ts';
import type { ListContextsInput } from '../../src/entries/inputs.ts';
import { listContexts } from '../../src/entries/list-contexts.ts';
import { updateContext } from '../../src/entries/update-context.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, take, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);

const list = (roomId: string, input: Partial<ListContextsInput> = {}, payload = false) =>
  listContexts(held.store, caller, { roomId, ...input }, { payload });
const idsOf = async (page: ReturnType<typeof list>) => (await page).edges.map(({ node }) => node.entryId);

async function walk(roomId: string, input: Partial<ListContextsInput>, between = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await list(roomId, { ...input, after });
    ids.push(...page.edges.map(({ node }) => node.entryId));
    if (!page.hasNextPage) return ids;
    after = page.edges.at(-1)!.cursor;
    await between();
  }
}

describe('a list of entries', () => {
  it('is in each of its four orders, and pages of any size walk through all of it', async () => {
    const roomId = freshRoom();
    const created: string[] = [];
    for (let n = 0; n < 12; n++) created.push((await writeNote(held.store, roomId)).entryId);
    const touched = [created[7]!, created[2]!, created[7]!];
    for (const id of touched) await updateContext(held.store, caller, { roomId, id, author: 'heron', summary: 'x' });
    const updated = [...created.filter((id) => !touched.includes(id)), created[2]!, created[7]!];
    for (const first of [1, 5, 12, 50]) {
      expect(await walk(roomId, { first, orderBy: 'CREATED_ASC' })).toEqual(created);
      expect(await walk(roomId, { first })).toEqual([...created].reverse());
      expect(await walk(roomId, { first, orderBy: 'UPDATED_ASC' })).toEqual(updated);
      expect(await walk(roomId, { first, orderBy: 'UPDATED_DESC' })).toEqual([...updated].reverse());
    }
  });

  it('neither skips nor repeats an entry while others write, update and delete', async () => {
    const roomId = freshRoom();
    const old: string[] = [];
    for (let n = 0; n < 40; n++) old.push((await writeNote(held.store, roomId)).entryId);
    const walked = await walk(roomId, { first: 7 }, async () => {
      await writeNote(held.store, roomId);
      await updateContext(held.store, caller, { roomId, id: old[3]!, author: 'heron', summary: 'x' });
    });
    expect(walked).toEqual([...old].reverse());
  });

  it('leaves deleted entries out, also of the counts', async () => {
    const roomId = freshRoom();
    const kept = await writeNote(held.store, roomId);
    const gone = await writeNote(held.store, roomId);
    await deleteContext(held.store, caller, { roomId, id: gone.entryId });
    const page = await list(roomId);
    expect(page.edges.map(({ node }) => node.entryId)).toEqual([kept.entryId]);
    expect(await page.totalCount()).toBe(1);
    expect(await (await list(roomId, { filter: { author: 'heron' } })).totalCount()).toBe(1);
  });

  it('is followed from its asOf without a gap', async () => {
    const roomId = freshRoom();
    const empty = await list(roomId);
    const first = await writeNote(held.store, roomId);
    const one = await list(roomId);
    const second = await writeNote(held.store, roomId);
    for (const [page, missed] of [
      [empty, [first, second]],
      [one, [second]],
    ] as const) {
      const changes = await followContextChanges(held.store, caller, { roomId, after: page.asOf });
      expect(await take(changes, missed.length)).toEqual(missed);
      await changes.return();
    }
  });

  it('with payloads ends at 1 MiB of them, and never before its first entry', async () => {
    const roomId = freshRoom();
    const text = 'x'.repeat(65_000);
    for (let n = 0; n < 18; n++) await writeNote(held.store, roomId, { payload: { text } });
    const page = await list(roomId, {}, true);
    expect([page.edges.length, page.hasNextPage]).toEqual([16, true]);
    const rest = await list(roomId, { after: page.edges.at(-1)!.cursor }, true);
    expect([rest.edges.length, rest.hasNextPage]).toEqual([2, false]);
    expect((await list(roomId)).edges.length).toBe(18);
  });

  it('is filtered by type, author, consuming agent and time of update, all together', async () => {
    const roomId = freshRoom();
    const a = await writeNote(held.store, roomId, { author: 'a', consumingAgents: ['x', 'y'] });
    const b = await writeNote(held.store, roomId, { author: 'b', consumingAgents: ['y'] });
    const task = { task_id: 'T', acceptance_criteria: [], technical_notes: '' };
    const c = await writeNote(held.store, roomId, { author: 'a', type: 'task', payload: task });
    const [idA, idB, idC] = [a.entryId, b.entryId, c.entryId];
    expect(await idsOf(list(roomId, { filter: { type: 'task' } }))).toEqual([idC]);
    expect(await idsOf(list(roomId, { filter: { author: 'a' } }))).toEqual([idC, idA]);
    expect(await idsOf(list(roomId, { filter: { consumingAgent: 'y' } }))).toEqual([idB, idA]);
    expect(await idsOf(list(roomId, { filter: { author: 'a', consumingAgent: 'y', type: 'note' } }))).toEqual([idA]);
    await new Promise((wake) => setTimeout(wake, 5));
    const { version } = await updateContext(held.store, caller, { roomId, id: idA, author: 'c', summary: 'x' });
    expect(await idsOf(list(roomId, { filter: { updatedAfter: c.writtenAt } }))).toEqual([idA]);
    expect(await idsOf(list(roomId, { filter: { updatedAfter: version.writtenAt } }))).toEqual([]);
    expect(await idsOf(list(roomId, { filter: { author: 'a' } }))).toEqual([idC]);
    expect(await idsOf(list(roomId, { filter: { author: null, type: null } }))).toHaveLength(3);
  });

  it('refuses cursors of another order, another room, of events, and garbage', async () => {
    const roomId = freshRoom();
    await writeNote(held.store, roomId);
    const other = freshRoom();
    await writeNote(held.store, other);
    const page = await list(roomId);
    const foreign = [(await list(other)).edges[0]!.cursor, page.asOf, 'garbage', '', `${page.edges[0]!.cursor}=`];
    for (const after of foreign)
      expect([after, (await refusalOf(list(roomId, { after }))).code]).toEqual([after, 'CURSOR_INVALID']);
    const wrongOrder = list(roomId, { after: page.edges[0]!.cursor, orderBy: 'UPDATED_DESC' });
    expect((await refusalOf(wrongOrder)).code).toBe('CURSOR_INVALID');
  });
});

describe('a search', () => {
  it('finds words of the summary and of the payload, in any case, all of them, at once after the write', async () => {
    const roomId = freshRoom();
    const payload = {
      text: 'Retry the "POST /api/polls"\ncall\tthree times; x-rate_limit is 決定',
      nested: [{ deep_key: 'wörd' }],
    };
    const { entryId } = await writeNote(held.store, roomId, { summary: 'Polls API, draft-2', payload });
    await writeNote(held.store, freshRoom(), { payload });
    for (const search of [
      'polls',
      'POLLS',
      'api polls',
      '/api/polls',
      'draft',
      'call',
      'rate',
      'x-rate_limit',
      'deep',
      'wörd',
      '決定',
    ])
      expect([search, await idsOf(list(roomId, { filter: { search } }))]).toEqual([search, [entryId]]);
    for (const search of ['pol', 'polls nowhere', 'ncall', '***', `'; drop table rooms`])
      expect([search, await idsOf(list(roomId, { filter: { search } }))]).toEqual([search, []]);
    expect((await refusalOf(list(roomId, { filter: { search: '  ' } }))).code).toBe('BAD_USER_INPUT');
  });

  it('sees an update and a delete at once, and counts what it finds', async () => {
    const roomId = freshRoom();
    const { entryId: id } = await writeNote(held.store, roomId, { payload: { text: 'before' } });
    await writeNote(held.store, roomId, { payload: { text: 'after' } });
    expect(await idsOf(list(roomId, { filter: { search: 'before' } }))).toEqual([id]);
    await updateContext(held.store, caller, { roomId, id, author: 'heron', payload: { text: 'after' } });
    expect(await idsOf(list(roomId, { filter: { search: 'before' } }))).toEqual([]);
    const found = await list(roomId, { first: 1, filter: { search: 'after' } });
    expect([found.edges.length, found.hasNextPage, await found.totalCount()]).toEqual([1, true, 2]);
    await deleteContext(held.store, caller, { roomId, id });
    expect(await (await list(roomId, { filter: { search: 'after' } })).totalCount()).toBe(1);
  });
});
