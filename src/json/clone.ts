import { isContainer, type Json, type JsonObject, setKey } from './json.ts';

/** Thrown where a copy would take more than it may. */
export class CopyLimitError extends Error {
  override readonly name = 'CopyLimitError';
}

/** What may still be copied, in bytes of JSON (roughly, from below). */
export interface CopyBudget {
  bytes: number;
}

const spend = (budget: CopyBudget, bytes: number): void => {
  budget.bytes -= bytes;
  if (budget.bytes < 0) throw new CopyLimitError();
};

/** A copy that shares nothing with the value. Takes its size from the budget; throws CopyLimitError where that ends. Any depth. */
export const cloneWithin = (value: Json, budget: CopyBudget): Json => {
  const pending: { from: Json[] | JsonObject; to: Json[] | JsonObject }[] = [];
  const copyOf = (child: Json): Json => {
    spend(budget, typeof child === 'string' ? child.length + 2 : 2);
    if (!isContainer(child)) return child;
    const to = Array.isArray(child) ? [] : {};
    pending.push({ from: child, to });
    return to;
  };
  const copy = copyOf(value);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { from, to } = next;
    if (Array.isArray(from)) {
      for (const child of from) (to as Json[]).push(copyOf(child));
    } else {
      for (const key of Object.keys(from)) {
        spend(budget, key.length + 3);
        setKey(to as JsonObject, key, copyOf(from[key]!));
      }
    }
  }
  return copy;
};
