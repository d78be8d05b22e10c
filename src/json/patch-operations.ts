import { describeJson, hasKey, isObject, type Json, type JsonObject } from './json.ts';
import { PatchError, shown } from './patch-error.ts';
import { PointerError, parsePointer } from './pointer.ts';

const OPS = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;
export type Op = (typeof OPS)[number];

/** One place that an operation names: the pointer as written and its tokens. */
export interface Target {
  pointer: string;
  tokens: string[];
}

/** An operation whose form was checked. `from` stands with move and copy, `value` with add, replace and test. */
export interface Operation {
  /** Leads to the operation in the request: `['payloadJsonPatch', 2]`. */
  place: (string | number)[];
  op: Op;
  path: Target;
  from?: Target;
  value?: Json;
}

const isOp = (op: unknown): op is Op => OPS.includes(op as Op);

const targetOf = (operation: JsonObject, member: 'path' | 'from', place: (string | number)[]): Target => {
  const pointer = hasKey(operation, member) ? operation[member] : undefined;
  if (typeof pointer !== 'string') {
    const message = `"${member}" has to be a JSON Pointer such as "/endpoints/0", but is ${describeJson(pointer)}`;
    throw new PatchError([...place, member], 'ill-formed', message);
  }
  try {
    return { pointer, tokens: parsePointer(pointer) };
  } catch (error) {
    if (error instanceof PointerError) throw new PatchError([...place, member], 'ill-formed', error.message);
    throw error;
  }
};

const startsWith = (tokens: string[], start: string[]): boolean =>
  start.every((token, index) => tokens[index] === token);

/** One operation with its form checked (RFC 6902, section 4); members that it does not know are left alone. */
export const checkOperation = (operation: Json, place: (string | number)[]): Operation => {
  if (!isObject(operation)) {
    const message = `an operation is an object such as { "op": "replace", "path": "/title", "value": "x" }, not ${describeJson(operation)}`;
    throw new PatchError(place, 'ill-formed', message);
  }
  const op = hasKey(operation, 'op') ? operation.op : undefined;
  if (!isOp(op)) {
    throw new PatchError([...place, 'op'], 'ill-formed', `"op" is one of ${OPS.join(', ')}, not ${describeJson(op)}`);
  }
  const path = targetOf(operation, 'path', place);
  if (op === 'remove') return { place, op, path };
  if (op === 'move' || op === 'copy') {
    const from = targetOf(operation, 'from', place);
    if (op === 'move' && path.tokens.length > from.tokens.length && startsWith(path.tokens, from.tokens)) {
      const message = `${shown(from.pointer)} cannot be moved into itself; use copy, or another path`;
      throw new PatchError([...place, 'path'], 'inapplicable', message);
    }
    return { place, op, path, from };
  }
  if (!hasKey(operation, 'value')) {
    throw new PatchError([...place, 'value'], 'ill-formed', `"value" is missing; ${op} needs one (null is a value)`);
  }
  return { place, op, path, value: operation.value! };
};
