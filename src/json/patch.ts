import { type CopyBudget, CopyLimitError, cloneWithin } from './clone.ts';
import { deepEqual } from './equal.ts';
import { describeJson, type Json } from './json.ts';
import { PatchDocument } from './patch-document.ts';
import { PatchError, shown } from './patch-error.ts';
import { checkOperation, type Operation } from './patch-operations.ts';

/** What errors call the patch: the name of the argument. */
const NAME = 'payloadJsonPatch';
const MAX_OPERATIONS = 20_000;
/** How much all `copy` operations together may copy: copies of copies double with each. */
const MAX_COPIED_BYTES = 1_048_576;

const test = (document: PatchDocument, operation: Operation): void => {
  const found = document.get(operation, operation.path, 'test');
  if (deepEqual(found, operation.value)) return;
  const message = `the test of ${shown(operation.path.pointer)} failed: ${describeJson(found)} stands there; read the entry again and build the patch on its current payload`;
  throw new PatchError(operation.place, 'inapplicable', message);
};

const copy = (document: PatchDocument, operation: Operation, budget: CopyBudget): void => {
  const found = document.get(operation, operation.from!, 'copy');
  try {
    document.add(operation, cloneWithin(found, budget));
  } catch (error) {
    if (!(error instanceof CopyLimitError)) throw error;
    const message = `the copies of this patch add up to more than ${MAX_COPIED_BYTES} bytes; copy less, or send the values`;
    throw new PatchError(operation.place, 'too-large', message);
  }
};

const move = (document: PatchDocument, operation: Operation): void => {
  const from = operation.from!;
  const found = document.get(operation, from, 'move');
  // To its own place: there is nothing to do, even for the root, which could not be removed.
  if (from.pointer === operation.path.pointer) return;
  document.remove(operation, from);
  document.add(operation, found);
};

const applyOperation = (document: PatchDocument, operation: Operation, budget: CopyBudget): void => {
  switch (operation.op) {
    case 'add':
      document.add(operation, operation.value!);
      break;
    case 'remove':
      document.get(operation, operation.path, 'remove');
      document.remove(operation, operation.path);
      break;
    case 'replace':
      document.get(operation, operation.path, 'replace');
      document.replace(operation, operation.value!);
      break;
    case 'move':
      move(document, operation);
      break;
    case 'copy':
      copy(document, operation, budget);
      break;
    case 'test':
      test(document, operation);
      break;
  }
};

/**
 * RFC 6902: what `document` is after all operations. All apply or PatchError says which one does not and why. Neither
 * argument is changed; what is not touched is shared with the result. Takes unchecked operations of any depth; the
 * result is to be checked like any new value.
 */
export const applyPatch = (document: Json, operations: Json): Json => {
  if (!Array.isArray(operations)) {
    const message = `a JSON Patch is a list of operations such as [{ "op": "remove", "path": "/title" }], not ${describeJson(operations)}`;
    throw new PatchError([NAME], 'ill-formed', message);
  }
  if (operations.length > MAX_OPERATIONS) {
    const message = `a patch may have at most ${MAX_OPERATIONS} operations, this one has ${operations.length}; send the whole payload`;
    throw new PatchError([NAME], 'too-large', message);
  }
  const patched = new PatchDocument(document);
  const budget: CopyBudget = { bytes: MAX_COPIED_BYTES };
  for (const [index, operation] of operations.entries()) {
    applyOperation(patched, checkOperation(operation, [NAME, index]), budget);
  }
  return patched.root;
};
