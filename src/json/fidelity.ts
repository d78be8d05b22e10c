import { depthOf } from './depth.ts';
import type { Issue } from './issue.ts';
import { isContainer } from './json.ts';
import { formatPointer } from './pointer.ts';
import { keyProblem, type Problem, scalarProblem } from './unkeepable.ts';

/** How deep objects and arrays may nest; the payload itself is level 1. */
export const MAX_DEPTH = 100;
/** Characters of paths and messages that are listed in all: an error answer has to stay small, keys may be long. */
const LISTED_CHARACTERS = 8_000;
const PATH_CHARACTERS = 1_000;

/** A path that is too long ends early: it still names a place that exists and that holds the place at fault. */
const shortPath = (path: readonly (string | number)[]): (string | number)[] => {
  let characters = 0;
  const end = path.findIndex((token) => {
    characters += String(token).length + 1;
    return characters > PATH_CHARACTERS;
  });
  return end === -1 ? [...path] : path.slice(0, end);
};

/** The issues that are listed, and the number of all. */
class Findings {
  readonly issues: Issue[] = [];
  issueCount = 0;
  readonly #maxIssues: number;
  #room = LISTED_CHARACTERS;

  constructor(maxIssues: number) {
    this.#maxIssues = maxIssues;
  }

  add(path: readonly (string | number)[], problem: Problem | undefined): void {
    if (!problem) return;
    this.issueCount += 1;
    if (this.issues.length >= this.#maxIssues || this.#room <= 0) return;
    const place = shortPath(path);
    const pointer = formatPointer(place);
    this.#room -= 2 * pointer.length + problem.message.length;
    this.issues.push({ path: ['payload', ...place], pointer, ...problem });
  }
}

interface Level {
  container: Record<string, unknown> | unknown[];
  keys: string[] | undefined;
  next: number;
}

const levelOf = (container: Level['container']): Level => ({
  container,
  keys: Array.isArray(container) ? undefined : Object.keys(container),
  next: 0,
});

const depthProblem = (value: unknown): Problem => {
  const found = MAX_DEPTH + depthOf(value);
  return {
    message: `The payload nests deeper than ${MAX_DEPTH} levels (${found} found); flatten it or send this part as a string`,
    expected: `at most ${MAX_DEPTH} levels`,
    received: `${found} levels`,
  };
};

/** Whether there is nothing to be found: what nearly every payload is asked, without a record of where it stands. */
const isKeepable = (value: unknown, levels: number): boolean => {
  if (!isContainer(value)) return scalarProblem(value) === undefined;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isKeepable(item, levels - 1));
  return Object.keys(value).every((key) => keyProblem(key) === undefined && isKeepable(value[key], levels - 1));
};

/**
 * What of a payload could not be read back as it was written: U+0000 and lone surrogates in texts and keys (a key's
 * issue has the path of its object), numbers that a double does not keep, nesting deeper than 100. In document order, at
 * most `maxIssues` listed and all counted. Takes unchecked values of any depth.
 */
export const findUnkeepable = (
  value: unknown,
  limits: { maxIssues: number },
): { issues: Issue[]; issueCount: number } => {
  if (isKeepable(value, MAX_DEPTH)) return { issues: [], issueCount: 0 };
  const findings = new Findings(limits.maxIssues);
  const path: (string | number)[] = [];
  const levels: Level[] = [];
  const visit = (child: unknown): void => {
    if (!isContainer(child)) findings.add(path, scalarProblem(child));
    else if (levels.length === MAX_DEPTH) findings.add(path, depthProblem(child));
    else levels.push(levelOf(child));
  };
  visit(value);
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    // The path has a token for each level but the first, and one more while a child is looked at.
    path.length = levels.length - 1;
    const { container, keys, next } = level;
    if (next >= (keys ?? (container as unknown[])).length) {
      levels.pop();
      continue;
    }
    level.next += 1;
    if (keys) findings.add(path, keyProblem(keys[next]!));
    path.push(keys ? keys[next]! : next);
    visit((container as Record<string | number, unknown>)[keys ? keys[next]! : next]);
  }
  return { issues: findings.issues, issueCount: findings.issueCount };
};
