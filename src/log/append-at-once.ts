import type { Database, Run } from '../database/database.ts';
import {
  type Attempt,
  attemptsOf,
  type Numbered,
  type OutcomeRow,
  type RoomBatch,
  runsOf,
} from './append-statement.ts';
import { type Form, LARGEST, statementFor, valuesFor } from './at-once-statements.ts';
import type { Version } from './version.ts';

/**
 * What became of an operation that was sent with those of other rooms: `apart` where the statement for all of them wrote
 * nothing for it, since its room or entry is not as a plain write wants it. The function of the write tells why.
 */
export type AtOnce = Attempt | { outcome: 'apart' };

/** What the statement does not know from its parameters. */
type DoneRow = Pick<OutcomeRow, 'action' | 'position' | 'written_at'> & Partial<OutcomeRow> & { room_id: string };

/**
 * Sends operations on several rooms to the database as one transaction. Those that are alone in their room and have no
 * idempotency key go in one statement, the others each in its own. No room's lock is waited for.
 */
export async function sendAtOnce(database: Database, batches: readonly RoomBatch[]): Promise<AtOnce[][]> {
  const parts = partsOf(batches);
  const answers = await database.queryTogether<unknown>(parts.flatMap(({ runs }) => runs));
  const outcomes = new Map<string, AtOnce[]>();
  for (const { runs, take } of parts) take(answers.splice(0, runs.length), outcomes);
  return batches.map(({ roomId }) => outcomes.get(roomId)!);
}

/** Statements of a transaction. `take` makes the outcomes of each room from the rows of each statement. */
interface Part {
  runs: Run[];
  take(rows: unknown[][], outcomes: Map<string, AtOnce[]>): void;
}

function partsOf(batches: readonly RoomBatch[]): Part[] {
  const plain: Record<Form, RoomBatch[]> = { writes: [], changes: [] };
  const parts: Part[] = [];
  for (const batch of batches) {
    const form = formOf(batch);
    if (form) plain[form].push(batch);
    else parts.push(oneByOne(batch));
  }
  for (const form of ['writes', 'changes'] as const)
    for (let start = 0; start < plain[form].length; start += LARGEST)
      parts.push(allAtOnce(form, plain[form].slice(start, start + LARGEST)));
  return parts;
}

/** The form of the statement that can write what goes to a room, if one can. */
function formOf({ operations }: RoomBatch): Form | undefined {
  const { action, key } = operations[0]!.operation;
  if (operations.length > 1 || key !== undefined || action === 'none') return undefined;
  return action === 'write' ? 'writes' : 'changes';
}

const oneByOne = (batch: RoomBatch): Part => ({
  runs: runsOf(batch, { wait: false, again: false }),
  take: (rows, outcomes) => outcomes.set(batch.roomId, attemptsOf(batch, rows as OutcomeRow[][])),
});

const allAtOnce = (form: Form, batches: readonly RoomBatch[]): Part => ({
  runs: [
    {
      statement: statementFor(form, batches.length),
      values: valuesFor(batches.map(({ roomId, operations }) => valuesOf(roomId, operations[0]!))),
    },
  ],
  take: ([rows], outcomes) => {
    for (const { roomId } of batches) outcomes.set(roomId, [{ outcome: 'apart' }]);
    const numbered = new Map(batches.map(({ roomId, operations }) => [roomId, operations[0]!]));
    for (const row of rows as DoneRow[])
      outcomes.set(row.room_id, [{ outcome: 'done', version: versionOf(numbered.get(row.room_id)!, row) }]);
  },
});

function valuesOf(roomId: string, { operation, requestId }: Numbered): unknown[] {
  const { action, entryId, type, author, summary, consumingAgents, payload, expectedMinor } = operation;
  return [
    roomId, requestId, action, entryId, type, author, summary, consumingAgents, payload?.text, payload?.bytes, expectedMinor,
  ]; // biome-ignore format: in the order of the statement's parameters
}

function versionOf({ operation, requestId }: Numbered, row: DoneRow): Version {
  const consumingAgents = operation.consumingAgents ?? row.consuming_agents!;
  return {
    roomId: row.room_id,
    position: row.position,
    entryId: operation.entryId,
    type: row.type ?? operation.type!,
    minor: row.minor ?? 0,
    action: row.action,
    author: operation.author,
    writtenAt: row.written_at,
    summary: operation.summary ?? row.summary!,
    consumingAgents,
    recipients: row.recipients ?? consumingAgents,
    payload: operation.payload?.text ?? row.payload!,
    payloadBytes: operation.payload?.bytes ?? row.payload_bytes!,
    requestId,
  };
}
