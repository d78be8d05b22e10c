import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';

/** How many writes a mutation asks for: the fields at its root, those of fragments too. */
export function writesOf(document: DocumentNode, operationName: string | null | undefined): number {
  const spread = new Set<string>();
  const count = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1;
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + count(selection.selectionSet);
      return sum + fragment(selection.name.value);
    }, 0);
  // GraphQL too takes a fragment once, however often it is spread.
  const fragment = (name: string): number => {
    if (spread.has(name)) return 0;
    spread.add(name);
    const found = document.definitions.find(
      (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name,
    );
    return found && 'selectionSet' in found ? count(found.selectionSet) : 0;
  };
  const operation = getOperationAST(document, operationName);
  return operation ? Math.max(1, count(operation.selectionSet)) : 1;
}
