import { type Checker, groupBy, type Violation } from '../history.ts';

/** The positions of each room are 1, 2, 3, … without a hole. */
export const positionsAreDense: Checker = ({ log }) =>
  [...groupBy(log, ({ room }) => room)].flatMap(([room, rows]) => {
    const positions = rows.map(({ position }) => position).sort((a, b) => a - b);
    const wrong = positions.findIndex((position, i) => position !== i + 1);
    return wrong < 0 ? [] : [`${room}: position ${positions[wrong]} stands where ${wrong + 1} should`];
  });

/** The versions of each entry are 0, 1, 2, …, each once, in the order of their positions. */
export const versionsAreDense: Checker = ({ log }) =>
  [...groupBy(log, ({ room, entryId }) => `${room} ${entryId}`)].flatMap(([entry, rows]) => {
    const minors = rows.sort((a, b) => a.position - b.position).map(({ minor }) => minor);
    const wrong = minors.findIndex((minor, i) => minor !== i);
    return wrong < 0 ? [] : [`${entry}: version 1.${minors[wrong]} stands where 1.${wrong} should`];
  });

/** Each acknowledged write is in the log, as it was acknowledged. */
export const acknowledgedIsThere: Checker = ({ log, attempts }) => {
  const rows = new Map(log.map((row) => [row.token, row]));
  return attempts.flatMap(({ outcome, token, room, entryId, minor, position }) => {
    if (outcome !== 'acknowledged') return [];
    const row = rows.get(token);
    if (!row) return [`${room}: the acknowledged write ${token} is not there`];
    return row.room === room && row.entryId === entryId && row.minor === minor && row.position === position
      ? []
      : [
          `${room}: ${token} was acknowledged at ${position} as 1.${minor} and stands at ${row.position} as 1.${row.minor}`,
        ];
  });
};

/** No write that was refused is in the log. */
export const refusedIsAbsent: Checker = ({ log, attempts }) => {
  const tokens = new Set(log.map(({ token }) => token));
  return attempts
    .filter(({ outcome, token }) => outcome === 'refused' && tokens.has(token))
    .map(({ room, token }) => `${room}: the refused write ${token} is there`);
};

/** What writers provoke with versions that are no longer current, and what a server may say while it has a fault. */
const EXCUSED = new Set(['VERSION_CONFLICT', 'VERSION_NOT_FOUND', 'OVERLOADED', 'UNAVAILABLE']);

/** No request is answered with an error that neither the writers nor the fault account for. */
export const errorsAreExcused: Checker = ({ attempts }) =>
  attempts.flatMap(({ token, codes }) =>
    codes.filter((code) => !EXCUSED.has(code)).map((code) => `${token} was answered with ${code}`),
  );

/** No write is in the log twice, however often it was sent. */
export const writtenOnce: Checker = ({ log }) =>
  [...groupBy(log, ({ token }) => token)]
    .filter(([, rows]) => rows.length > 1)
    .map(
      ([token, rows]) => `${rows[0]!.room}: ${token} stands at ${rows.map(({ position }) => position).join(' and ')}`,
    );

/** A write that began after another one of its room was acknowledged stands behind it. */
export const orderIsReal: Checker = ({ attempts }) => {
  const acknowledged = attempts.filter(({ outcome }) => outcome === 'acknowledged');
  return [...groupBy(acknowledged, ({ room }) => room)].flatMap(([room, done]) => {
    const violations: Violation[] = [];
    const byEnd = [...done].sort((a, b) => a.endedAt - b.endedAt);
    let ended = 0;
    let highest = 0;
    for (const { startedAt, position, token } of done.sort((a, b) => a.startedAt - b.startedAt)) {
      for (; byEnd[ended] && byEnd[ended]!.endedAt < startedAt; ended++)
        highest = Math.max(highest, byEnd[ended]!.position!);
      if (position! < highest)
        violations.push(`${room}: ${token} at ${position} began after ${highest} was acknowledged`);
    }
    return violations;
  });
};

/** A read shows what was acknowledged before it began, or something newer. */
export const readsAreFresh: Checker = ({ attempts, reads }) => {
  const acknowledged = attempts.filter(({ outcome }) => outcome === 'acknowledged');
  const byEntry = groupBy(acknowledged, ({ room, entryId }) => `${room} ${entryId}`);
  return reads.flatMap(({ room, entryId, startedAt, minor }) => {
    const before = (byEntry.get(`${room} ${entryId}`) ?? []).filter(({ endedAt }) => endedAt < startedAt);
    const newest = Math.max(-1, ...before.map((attempt) => attempt.minor!));
    return minor >= newest
      ? []
      : [`${room}: ${entryId} was read as 1.${minor} after 1.${newest} had been acknowledged`];
  });
};
