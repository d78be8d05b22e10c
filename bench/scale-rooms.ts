import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { AGENTS, AUTHOR, payloadText, summaryText } from './workload.ts';

/** A filled room, and what is asked of it. */
export interface Room {
  id: string;
  entries: string[];
  /** The entry that has many versions. */
  aged: string;
  versions: number;
  /** The cursor of a position in the middle of the log. */
  middle: string;
}

const BATCH = 500;
const APPEND = `
  SELECT r.position, r.request_id
  FROM unnest($3::uuid[], $4::text[], $5::text[]) WITH ORDINALITY AS o (request, entry, summary, n),
    roomd_append($1, true, false, o.request, $2, o.entry, $6, $7, o.summary, $8, $9, $10, NULL, NULL, NULL) r
  ORDER BY o.n`;

interface Row {
  position: number;
  request_id: string;
}

/** Fills a room through the function that all writes go through, 500 operations a statement. `told` hears of each. */
export async function fillRoom(
  client: pg.Client,
  { id, entries, versions }: { id: string; entries: number; versions: number },
  told: (done: number) => void,
): Promise<Room> {
  const ids = Array.from({ length: entries }, () => randomUUID());
  const aged = ids[Math.floor(entries / 2)]!;
  const rows: Row[] = [];
  const append = async (action: 'write' | 'update', names: string[]): Promise<void> => {
    for (let from = 0; from < names.length; from += BATCH) {
      const batch = names.slice(from, from + BATCH);
      rows.push(...(await client.query<Row>(APPEND, valuesOf(id, action, batch))).rows);
      told(batch.length);
    }
  };
  await append('write', ids);
  await append(
    'update',
    Array.from({ length: versions - 1 }, () => aged),
  );
  const middle = rows[Math.floor(rows.length / 2)]!;
  return { id, entries: ids, aged, versions, middle: cursorOf(id, middle) };
}

function valuesOf(room: string, action: string, names: string[]): unknown[] {
  const payload = payloadText(names.length % 64);
  const ids = names.map(() => randomUUID());
  const summaries = names.map((_, n) => summaryText(n));
  const agents = JSON.stringify(AGENTS);
  return [room, action, ids, names, summaries, 'api_contract', AUTHOR, agents, payload, Buffer.byteLength(payload)];
}

/** An EventCursor, as the server makes it: kind, list, room tag, position, mark. */
function cursorOf(room: string, { position, request_id }: Row): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt8(1, 0);
  createHash('sha256').update(room).digest().copy(bytes, 2, 0, 4);
  bytes.writeUIntBE(Number(position), 6, 6);
  bytes.writeUInt32BE(Number.parseInt(request_id.slice(-8), 16), 12);
  return bytes.toString('base64url');
}

export const OPERATIONS = [
  'read', 'write', 'update of the aged entry', 'first page', 'first page by a filter', 'one event', 'inbox', 'history, first page',
  'diff of the last two versions',
] as const; // biome-ignore format: a list to be read as one

const ENTRY = 'id type author timestamp summary version';
const QUERIES: Record<(typeof OPERATIONS)[number], string> = {
  read: `query ($roomId: ID!, $id: ID!) { context(roomId: $roomId, id: $id) { ${ENTRY} payload } }`,
  write: 'mutation ($input: WriteContextInput!) { writeContext(input: $input) { entry { id version } } }',
  'update of the aged entry':
    'mutation ($input: UpdateContextInput!) { updateContext(input: $input) { entry { id version } } }',
  'first page': `query ($roomId: ID!) { contexts(roomId: $roomId) { totalCount asOf nodes { ${ENTRY} } pageInfo { endCursor } } }`,
  'first page by a filter': `query ($roomId: ID!) { contexts(roomId: $roomId, filter: { type: api_contract, author: "${AUTHOR}" }) { nodes { ${ENTRY} } } }`,
  'one event':
    'query ($roomId: ID!, $after: EventCursor) { contextEvents(roomId: $roomId, after: $after, first: 1) { nodes { cursor type summary } } }',
  inbox: `query ($roomId: ID!) { contextInbox(roomId: $roomId, agentId: "${AGENTS[0]}") { nodes { cursor type summary } } }`,
  'history, first page': `query ($roomId: ID!, $id: ID!) { contextHistory(roomId: $roomId, id: $id) { current { id } versions(first: 10) { nodes { ${ENTRY} } } } }`,
  'diff of the last two versions':
    'query ($roomId: ID!, $id: ID!) { contextDiff(roomId: $roomId, id: $id) { changes { pointer } } }',
};

/** Requests of one kind to a room. */
export function bodiesOf(operation: (typeof OPERATIONS)[number], room: Room, count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const written = {
      roomId: room.id,
      author: AUTHOR,
      summary: summaryText(n),
      payload: JSON.parse(payloadText(n % 64)),
    };
    const input =
      operation === 'write'
        ? { ...written, type: 'api_contract', consumingAgents: AGENTS }
        : operation === 'update of the aged entry'
          ? { ...written, id: room.aged }
          : undefined;
    const id = operation === 'read' ? room.entries[(n * 7919) % room.entries.length] : room.aged;
    const variables = input ? { input } : { roomId: room.id, id, after: room.middle };
    const declared = Object.entries(variables).filter(([name]) => QUERIES[operation].includes(`$${name}:`));
    return JSON.stringify({ query: QUERIES[operation], variables: Object.fromEntries(declared) });
  });
}
