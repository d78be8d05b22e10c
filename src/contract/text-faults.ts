import type { Issue } from './errors.ts';
import { issueAt, refusal } from './issues.ts';
import { ID_CODE_POINTS } from './limits.ts';
import { grouped, quoted } from './wording.ts';

/** An issue of an argument, and by which limit where the size is what is wrong. */
export interface Fault {
  issue: Issue;
  limit?: number;
  found?: number;
}

type Path = Issue['path'];

/**
 * Besides the control characters proper: those that change the direction of the text around them and those that break
 * lines, so that no id can pass for another one in a log or on a dashboard. Joiners stay: emoji and some scripts need them.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** A byte order mark is as invisible as white space, though Unicode does not count it. */
const SPACE_AT_END = /^[\p{White_Space}\uFEFF]|[\p{White_Space}\uFEFF]$/u;

/** The checked value itself; throws what is wrong with it: LIMIT_EXCEEDED where sizes alone are, else BAD_USER_INPUT. */
export function accept<Value>(value: Value, faults: readonly Fault[]): Value {
  const [first] = faults;
  if (first === undefined) return value;
  const issues = faults.map(({ issue }) => issue);
  if (faults.some(({ limit }) => limit === undefined)) throw refusal('BAD_USER_INPUT', issues);
  throw refusal('LIMIT_EXCEEDED', issues, issues.length, { limit: first.limit, found: first.found });
}

/** A fault that is not one of size. `wrong` ends the sentence that the place begins. */
export const fault = (path: Path, wrong: string, expected: string, received: string): Fault => ({
  issue: issueAt(path, wrong, expected, received),
});

/** Unicode code points: a surrogate pair is one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (text.codePointAt(at)! <= 0xffff) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** What is larger than its limit, counted in `unit`; at the limit is fine. */
export function lengthFaults(path: Path, found: number, limit: number, unit: string): Fault[] {
  if (found <= limit) return [];
  const expected = `at most ${grouped(limit)} ${unit}`;
  return [
    { issue: issueAt(path, `must be ${expected}; got ${grouped(found)}.`, expected, grouped(found)), limit, found },
  ];
}

/** What no database text can hold. */
export function unkeepableFaults(path: Path, text: string): Fault[] {
  const faults: Fault[] = [];
  if (!text.isWellFormed()) {
    const wrong = `must be well-formed Unicode; ${quoted(text)} holds half a surrogate pair. Cut text between characters.`;
    faults.push(fault(path, wrong, 'well-formed Unicode', 'a lone surrogate'));
  }
  if (text.includes('\0'))
    faults.push(fault(path, `must not hold U+0000; got ${quoted(text)}. Remove it.`, 'text without U+0000', 'U+0000'));
  return faults;
}

/** What holds nothing but white space, as Unicode counts it. */
export function blankFaults(path: Path, text: string): Fault[] {
  if (/\P{White_Space}/u.test(text)) return [];
  const wrong = `must not be blank: it must hold something other than white space; got ${quoted(text)}.`;
  return [fault(path, wrong, 'text that is not blank', quoted(text))];
}

/** The rules of room ids and agent ids. */
export function idFaults(path: Path, id: string): Fault[] {
  if (id === '') return [fault(path, 'must not be empty.', 'an id', '""')];
  const long = lengthFaults(path, codePoints(id), ID_CODE_POINTS, 'code points');
  if (long.length > 0) return long;
  const faults = id.isWellFormed() ? [] : unkeepableFaults(path, id);
  const control = CONTROL.exec(id)?.[0];
  if (control !== undefined) {
    const name = `U+${control.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
    const wrong = `must not hold control characters; ${quoted(id)} holds ${name}.`;
    faults.push(fault(path, wrong, 'an id without control characters', name));
  }
  if (SPACE_AT_END.test(id)) {
    const wrong = `must not begin or end with white space; got ${quoted(id)}.`;
    faults.push(fault(path, wrong, 'an id without white space at either end', quoted(id)));
  }
  return faults;
}
