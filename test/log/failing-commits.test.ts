import { contextHistory } from '../../src/entries/context-history.ts';
import { followContextEvents } from '../../src/entries/follow-context.ts';
import { listContexts } from '../../src/entries/list-contexts.ts';
import { readContext } from '../../src/entries/read-context.ts';
import type { WriteResult } from '../../src/entries/results.ts';
import { openStore } from '../../src/entries/store.ts';
import { updateContext } from '../../src/entries/update-context.ts';
import { Log } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, testStore, writeNote } from '../support/entries.ts';
import { administer } from '../support/run.ts';

const db = testDatabase();
const held = testStore(db);
const whole = { payload: true };

it('a write that fails at its commit, its rows written, has no event and no version; those beside it have theirs', async () => {
  await administer(
    db.url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at the commit'; END $$`,
    `CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON versions DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW WHEN (NEW.summary LIKE 'fails %') EXECUTE FUNCTION refuse()`,
  );
  const roomId = freshRoom();
  const { entryId: id } = await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
  const events = await followContextEvents(held.store, caller, { roomId });
  const outcomes: PromiseSettledResult<WriteResult>[] = [];
  const writer = async (from: number) => {
    for (let n = from; n < 300; n += 4) {
      const summary = n % 10 === 0 ? `fails ${n}` : `holds ${n}`;
      outcomes.push(
        ...(await Promise.allSettled([updateContext(held.store, caller, { roomId, id, author: 'heron', summary })])),
      );
    }
  };
  await Promise.all([0, 1, 2, 3].map(writer));
  const written = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.version] : []));
  expect(written).toHaveLength(270);
  for (const expected of [...written].sort((a, b) => a.position - b.position)) {
    const { value: event } = await events.next();
    expect(event).toEqual(expected);
    expect((await readContext(held.store, caller, { roomId, id }, whole)).minor).toBeGreaterThanOrEqual(expected.minor);
  }
  expect((await contextHistory(held.store, caller, { roomId, id }, whole)).current.minor).toBe(270);
  await events.return();
});

it('a read on any server that begins after an update was answered shows it', async () => {
  const roomId = freshRoom();
  const other = openStore(db.database, new Log(db.database));
  const { entryId: id } = await writeNote(held.store, roomId);
  await readContext(other, caller, { roomId, id }, whole);
  for (let n = 1; n <= 50; n++) {
    const { version } = await updateContext(held.store, caller, { roomId, id, author: 'heron', summary: `${n}` });
    expect(await readContext(other, caller, { roomId, id }, whole)).toEqual(version);
    expect((await listContexts(other, caller, { roomId }, whole)).edges[0]!.node).toEqual(version);
    expect((await contextHistory(held.store, caller, { roomId, id }, whole)).current).toEqual(version);
  }
  await other.log.close();
});
