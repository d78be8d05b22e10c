import type { Checker, History } from '../history.ts';
import {
  eventsAreComplete,
  eventsAreGenuine,
  eventsAreOrdered,
  eventsAreReadable,
  eventsAreUnique,
  resumedWithoutGap,
  streamsAreSound,
} from './delivery.ts';
import {
  acknowledgedIsThere,
  errorsAreExcused,
  orderIsReal,
  positionsAreDense,
  readsAreFresh,
  refusedIsAbsent,
  versionsAreDense,
  writtenOnce,
} from './log.ts';

/** Each looks for one promise. */
export const CHECKERS: Record<string, Checker> = {
  positionsAreDense,
  versionsAreDense,
  acknowledgedIsThere,
  refusedIsAbsent,
  writtenOnce,
  errorsAreExcused,
  orderIsReal,
  readsAreFresh,
  eventsAreOrdered,
  eventsAreUnique,
  eventsAreComplete,
  eventsAreGenuine,
  resumedWithoutGap,
  eventsAreReadable,
  streamsAreSound,
};

/** What the checkers find in a history, by their names. */
export function check(history: History): Record<string, string[]> {
  const found = Object.entries(CHECKERS).map(([name, checker]) => [name, checker(history)] as const);
  return Object.fromEntries(found.filter(([, violations]) => violations.length > 0));
}
