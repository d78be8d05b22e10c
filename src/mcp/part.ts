import { isContainer, type Json, type JsonObject, setKey } from '../json/json.ts';
import { childPointer } from '../json/pointer.ts';
import { ANSWER_TOKENS, type Budget, ENVELOPE_TOKENS, estimateTokens } from './budget.ts';
import { bytesOf } from './entry-text.ts';

/** As much of a value as fits into an answer, and all that is needed to read the rest of it. */
export interface Part {
  value: Json;
  /** What is too large to be read together with anything else: to be read by its own pointer. */
  omitted?: { pointer: string; bytes: number }[];
  /** `offset` of the next part; absent where this is the last one. */
  next_offset?: number;
  /** Members, elements or characters of the whole value. */
  total?: number;
}

const LARGEST = ANSWER_TOKENS - ENVELOPE_TOKENS;
/** The least that is worth beginning a text for. */
const LEAST_TEXT_TOKENS = 200;

/** The part of a value from `offset` on: elements of an array, members of an object or characters of a text. */
export function partOf(value: Json, pointer: string, offset: number, budget: Budget): Part {
  if (offset === 0 && budget.take(JSON.stringify(value))) return { value };
  if (typeof value === 'string') return partOfText(value, offset, budget);
  return isContainer(value) ? partOfContainer(value, pointer, offset, budget) : { value };
}

function partOfContainer(value: Json[] | JsonObject, pointer: string, offset: number, budget: Budget): Part {
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const total = keys?.length ?? (value as Json[]).length;
  const elements: Json[] = [];
  const members: JsonObject = {};
  const omitted: NonNullable<Part['omitted']> = [];
  let at = offset;
  for (; at < total; at += 1) {
    const child = keys ? (value as JsonObject)[keys[at]!]! : (value as Json[])[at]!;
    const text = `${JSON.stringify(child)},`;
    if (budget.take(keys ? `${JSON.stringify(keys[at])}:${text}` : text)) {
      if (keys) setKey(members, keys[at]!, child);
      else elements.push(child);
      continue;
    }
    if (estimateTokens(text) <= LARGEST) break;
    const named = { pointer: childPointer(pointer, keys?.[at] ?? at), bytes: bytesOf(child) };
    if (!budget.take(JSON.stringify(named))) break;
    omitted.push(named);
  }
  return {
    value: keys ? members : elements,
    ...(omitted.length > 0 && { omitted }),
    ...(at < total && { next_offset: at }),
    total,
  };
}

function partOfText(text: string, offset: number, budget: Budget): Part {
  const characters = [...text];
  let end = offset;
  for (let left = Math.max(budget.left, LEAST_TEXT_TOKENS); end < characters.length; end += 1) {
    left -= estimateTokens(JSON.stringify(characters[end]).slice(1, -1));
    if (left < 0) break;
  }
  const value = characters.slice(offset, end).join('');
  return { value, ...(end < characters.length && { next_offset: end }), total: characters.length };
}
