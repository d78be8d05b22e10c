import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';

const names = new WeakMap<DocumentNode, Map<string, string>>();

/**
 * The root field that an operation asks for: a name of the schema, whatever the client calls it. `several` where it asks
 * for different ones. The document must be valid.
 */
export function rootField(document: DocumentNode, operationName: string | null | undefined): string {
  const known = names.get(document) ?? new Map<string, string>();
  names.set(document, known);
  const key = operationName ?? '';
  const name = known.get(key) ?? nameOf(document, operationName);
  known.set(key, name);
  return name;
}

function nameOf(document: DocumentNode, operationName: string | null | undefined): string {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 'none';
  const fields = new Set(fieldsOf(operation.selectionSet, document));
  fields.delete('__typename');
  const [first] = fields;
  return fields.size > 1 ? 'several' : (first ?? '__typename');
}

function fieldsOf({ selections }: SelectionSetNode, document: DocumentNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, document);
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsOf(fragment.selectionSet, document) : [];
  });
}
