import { allowRead, type Caller } from '../access/caller.ts';
import { checkRoomId } from '../contract/arguments.ts';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { accept, fault } from '../contract/text-faults.ts';
import type { Activity } from './results.ts';
import type { Store } from './store.ts';

/** So many spans of time make one answer. */
const ACTIVITY_SPANS = 500;
/** Without arguments: a day in half hours. */
const DEFAULT_SPANS = 48;
const DEFAULT_SPAN_SECONDS = 1_800;

// Times never run backwards within a room: the first position of a time is found by halving, without an index of times.
const STATEMENT = {
  name: 'activity',
  text: `
    WITH RECURSIVE search (low, high) AS (
      SELECT 1::bigint, r.position + 1 FROM rooms r WHERE r.room_id = $1
      UNION ALL
      SELECT CASE WHEN v.written_at < $2 THEN v.position + 1 ELSE s.low END,
        CASE WHEN v.written_at < $2 THEN s.high ELSE v.position END
      FROM search s JOIN versions v ON v.room_id = $1 AND v.position = (s.low + s.high) / 2
      WHERE s.low < s.high
    )
    SELECT least(floor(extract(epoch FROM v.written_at - $2::timestamptz) / $3::integer), $4::integer - 1)::integer AS span,
      count(*)::integer AS writes, count(*) FILTER (WHERE v.recipients <> '{}')::integer AS events
    FROM versions v
    WHERE v.room_id = $1 AND v.position >= (SELECT s.low FROM search s WHERE s.low = s.high)
    GROUP BY 1`,
};

/**
 * How much happened in a room from `since` (48 spans ago, if left out) until now, in spans of `every` seconds (1,800):
 * each span with the writes in it and how many of them posted an event. The last span is the one that now is in.
 * @throws ContextError BAD_USER_INPUT for spans under a second or a start in the future, LIMIT_EXCEEDED for over 500 spans.
 */
export async function roomActivity(
  store: Store,
  caller: Caller,
  input: { roomId: string; since?: Date | null; every?: number | null },
): Promise<Activity[]> {
  const roomId = checkRoomId(input.roomId);
  allowRead(caller, roomId);
  const every = input.every ?? DEFAULT_SPAN_SECONDS;
  const since = input.since ?? new Date(Date.now() - (DEFAULT_SPANS * every * 1000 - 1));
  const spans = countSpans(since, every);
  const rows = await store.database.query<{ span: number; writes: number; events: number }>(STATEMENT, [
    roomId,
    since,
    every,
    spans,
  ]);
  const counted = new Map(rows.map((row) => [row.span, row]));
  return Array.from({ length: spans }, (_, span) => ({
    from: new Date(since.getTime() + span * every * 1000),
    writes: counted.get(span)?.writes ?? 0,
    events: counted.get(span)?.events ?? 0,
  }));
}

function countSpans(since: Date, every: number): number {
  const age = Date.now() - since.getTime();
  accept(every, [
    ...(every < 1 ? [fault(['every'], `must be at least 1 second; got ${every}.`, '1 or more', String(every))] : []),
    ...(age < 0 ? [fault(['since'], 'must not lie in the future.', 'a time in the past', since.toISOString())] : []),
  ]);
  const spans = Math.floor(age / (every * 1000)) + 1;
  if (spans <= ACTIVITY_SPANS) return spans;
  const message = `${spans} spans are asked for; at most ${ACTIVITY_SPANS} are answered. Make "every" larger or "since" later.`;
  const issue = singleIssue(['every'], message, `at most ${ACTIVITY_SPANS} spans`, `${spans} spans`);
  throw new ContextError('LIMIT_EXCEEDED', message, { limit: ACTIVITY_SPANS, found: spans, ...issue });
}
