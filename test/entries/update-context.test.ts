import { contextHistory } from '../../src/entries/context-history.ts';
import { followContextEvents } from '../../src/entries/follow-context.ts';
import type { UpdateContextInput } from '../../src/entries/inputs.ts';
import { readContext } from '../../src/entries/read-context.ts';
import { openStore } from '../../src/entries/store.ts';
import { updateContext } from '../../src/entries/update-context.ts';
import { Log } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { caller, freshRoom, refusalOf, take, testStore, writeNote } from '../support/entries.ts';

const db = testDatabase();
const held = testStore(db);
const whole = { payload: true };

const update = (roomId: string, id: string, input: Partial<UpdateContextInput>, store = held.store) =>
  updateContext(store, caller, { roomId, id, author: 'heron', ...input });
const payloadOf = async (roomId: string, id: string) =>
  JSON.parse((await readContext(held.store, caller, { roomId, id }, whole)).payload!);

describe('updates at once', () => {
  it('fifty of one entry give 1.1 to 1.50, each once, and fifty events in order', async () => {
    const roomId = freshRoom();
    const { entryId } = await writeNote(held.store, roomId, { consumingAgents: ['otter'] });
    const events = await followContextEvents(held.store, caller, { roomId });
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => update(roomId, entryId, { payload: { text: 't', n } })),
    );
    const dense = Array.from({ length: 50 }, (_, n) => n + 1);
    expect(results.map(({ version }) => version.minor).sort((a, b) => a - b)).toEqual(dense);
    const delivered = await take(events, 50);
    await events.return();
    expect(delivered.map((event) => event.minor)).toEqual(dense);
    for (const { version } of results) expect(delivered[version.minor - 1]).toEqual(version);
  });

  it('patches of one entry through two servers all take effect', async () => {
    const roomId = freshRoom();
    const { entryId } = await writeNote(held.store, roomId);
    const other = openStore(db.database, new Log(db.database));
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        update(
          roomId,
          entryId,
          n % 4 < 2
            ? { payloadMergePatch: { [`key${n}`]: n } }
            : { payloadJsonPatch: [{ op: 'add', path: `/key${n}`, value: n }] },
          n % 2 ? held.store : other,
        ),
      ),
    );
    await other.log.close();
    const expected = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`key${n}`, n]));
    expect(await payloadOf(roomId, entryId)).toEqual({ text: 't', ...expected });
    expect((await contextHistory(held.store, caller, { roomId, id: entryId }, whole)).current.minor).toBe(40);
  });

  it('with the same expected version: one is written, the others are told what changed', async () => {
    const roomId = freshRoom();
    const { entryId } = await writeNote(held.store, roomId);
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((author) =>
        update(roomId, entryId, { author, payload: { text: author }, expectedVersion: '1.0' }),
      ),
    );
    const written = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.version] : []));
    expect(written).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect(outcome.reason).toMatchObject({
        code: 'VERSION_CONFLICT',
        extensions: {
          currentVersion: '1.1',
          currentAuthor: written[0]!.author,
          jsonPatch: [{ op: 'replace', path: '/text', value: written[0]!.author }],
        },
      });
    }
  });
});

describe('an update', () => {
  it('keeps what it does not name', async () => {
    const roomId = freshRoom();
    const payload = { text: 't', b: 1, a: { z: null } };
    const { entryId } = await writeNote(held.store, roomId, { payload, consumingAgents: ['otter', 'lynx'] });
    const { version } = await update(roomId, entryId, { summary: 'two' });
    expect(version).toMatchObject({
      minor: 1,
      summary: 'two',
      consumingAgents: ['otter', 'lynx'],
      payload: JSON.stringify(payload),
    });
    expect(await readContext(held.store, caller, { roomId, id: entryId }, whole)).toEqual(version);
  });

  it('is addressed to those who consume the entry and to those it takes away', async () => {
    const roomId = freshRoom();
    const { entryId } = await writeNote(held.store, roomId, { consumingAgents: ['otter', 'lynx'] });
    const { version } = await update(roomId, entryId, { consumingAgents: ['heron', 'otter', 'heron'] });
    expect(version.consumingAgents).toEqual(['heron', 'otter']);
    expect(version.recipients).toEqual(['heron', 'otter', 'lynx']);
    expect((await update(roomId, entryId, { consumingAgents: [] })).version.recipients).toEqual(['heron', 'otter']);
    expect((await update(roomId, entryId, { summary: 'x' })).version.recipients).toEqual([]);
  });

  it('with onlyIfChanged writes nothing where nothing would change, whatever the order of keys', async () => {
    const roomId = freshRoom();
    const first = await writeNote(held.store, roomId, {
      payload: { text: 't', a: [{ b: 1, c: 2 }] },
      consumingAgents: ['otter', 'lynx'],
    });
    const same = { summary: 's', consumingAgents: ['lynx', 'otter'], payload: { a: [{ c: 2, b: 1 }], text: 't' } };
    expect(await update(roomId, first.entryId, { ...same, onlyIfChanged: true })).toEqual({
      version: first,
      posted: false,
    });
    expect(await update(roomId, first.entryId, { payloadMergePatch: { text: 't' }, onlyIfChanged: true })).toEqual({
      version: first,
      posted: false,
    });
    const changed = await update(roomId, first.entryId, { payloadMergePatch: { text: 'u' }, onlyIfChanged: true });
    expect(changed).toMatchObject({ posted: true, version: { minor: 1, position: 2 } });
  });

  it('is refused where it names nothing, a null, or two forms of the payload', async () => {
    const roomId = freshRoom();
    const { entryId } = await writeNote(held.store, roomId);
    const cases: [Partial<UpdateContextInput>, string][] = [
      [{}, 'input'],
      [{ onlyIfChanged: true }, 'input'],
      [{ summary: null }, 'summary'],
      [{ consumingAgents: null }, 'consumingAgents'],
      [{ payload: null }, 'payload'],
      [{ payloadMergePatch: null }, 'payloadMergePatch'],
      [{ payloadJsonPatch: null }, 'payloadJsonPatch'],
      [{ payload: { text: 'u' }, payloadMergePatch: {} }, 'payloadMergePatch'],
      [{ payloadMergePatch: {}, payloadJsonPatch: [] }, 'payloadJsonPatch'],
    ];
    for (const [input, place] of cases) {
      const refusal = await refusalOf(update(roomId, entryId, input));
      expect([input, refusal.code, (refusal.extensions.issues as { path: string[] }[])[0]!.path]).toEqual([
        input,
        'BAD_USER_INPUT',
        [place],
      ]);
    }
    expect((await readContext(held.store, caller, { roomId, id: entryId }, whole)).minor).toBe(0);
  });

  it('whose patch does not apply, or gives what the type does not allow, is refused with the place', async () => {
    const roomId = freshRoom();
    const { entryId } = await writeNote(held.store, roomId);
    const patch = await refusalOf(
      update(roomId, entryId, {
        payloadJsonPatch: [
          { op: 'test', path: '/text', value: 't' },
          { op: 'remove', path: '/none' },
        ],
      }),
    );
    expect(patch).toMatchObject({
      code: 'BAD_USER_INPUT',
      extensions: { issues: [{ path: ['payloadJsonPatch', 1] }] },
    });
    const invalid = await refusalOf(update(roomId, entryId, { payloadMergePatch: { text: null, references: [5] } }));
    expect(invalid.code).toBe('PAYLOAD_INVALID');
    expect((invalid.extensions.issues as { path: unknown }[]).map(({ path }) => path)).toEqual([
      ['payload', 'text'],
      ['payload', 'references', 0],
    ]);
    const root = await refusalOf(
      update(roomId, entryId, { payloadJsonPatch: [{ op: 'replace', path: '', value: [] }] }),
    );
    expect(root).toMatchObject({
      code: 'PAYLOAD_INVALID',
      extensions: { issues: [{ path: ['payload'], pointer: '' }] },
    });
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    expect((await refusalOf(update(roomId, entryId, { payloadMergePatch: deep, idempotencyKey: 'k' }))).code).toBe(
      'PAYLOAD_INVALID',
    );
    expect((await refusalOf(update(roomId, entryId, { payload: deep, idempotencyKey: 'k' }))).code).toBe(
      'PAYLOAD_INVALID',
    );
  });

  it('with an expected version that never existed is VERSION_NOT_FOUND, an ill-formed one BAD_USER_INPUT', async () => {
    const roomId = freshRoom();
    const { entryId } = await writeNote(held.store, roomId);
    for (const [expectedVersion, code] of [
      ['1.7', 'VERSION_NOT_FOUND'],
      ['2.0', 'VERSION_NOT_FOUND'],
      ['1.99999999999', 'VERSION_NOT_FOUND'],
      ['one', 'BAD_USER_INPUT'],
      ['1.00', 'BAD_USER_INPUT'],
    ] as const)
      for (const change of [{ summary: 'x' }, { payloadMergePatch: { n: 1 } }])
        expect([
          expectedVersion,
          (await refusalOf(update(roomId, entryId, { ...change, expectedVersion }))).code,
        ]).toEqual([expectedVersion, code]);
  });

  it('in conflict leaves a patch of more than 8 KiB out', async () => {
    const roomId = freshRoom();
    const { entryId } = await writeNote(held.store, roomId);
    await update(roomId, entryId, { payload: { text: 'x'.repeat(9_000) } });
    const { extensions } = await refusalOf(update(roomId, entryId, { summary: 'x', expectedVersion: '1.0' }));
    expect(extensions).toMatchObject({ currentVersion: '1.1', jsonPatchOmitted: true });
    expect(extensions).not.toHaveProperty('jsonPatch');
  });
});
