import {
  type DirectiveNode,
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
} from 'graphql';
import type { Wanted } from '../entries/results.ts';

/** Documents are cached, so their nodes are met again with every request that sends the same text. */
const known = new WeakMap<FieldNode, boolean>();

/** What the caller looks at below this field: whether `payload` is selected there, under whatever alias or fragment. */
export function wantedOf(info: GraphQLResolveInfo): Wanted {
  return { payload: info.fieldNodes.some((node) => wantsPayload(node, info)) };
}

function wantsPayload(node: FieldNode, info: GraphQLResolveInfo): boolean {
  const cached = known.get(node);
  if (cached !== undefined) return cached;
  const wants = selectsPayload(node.selectionSet?.selections ?? [], info);
  if (!dependsOnVariables(info)) known.set(node, wants);
  return wants;
}

/** @skip and @include take a Boolean: without such a variable, a document selects the same in every request. */
const dependsOnVariables = (info: GraphQLResolveInfo): boolean =>
  info.operation.variableDefinitions?.some(({ type }) => nameOf(type) === 'Boolean') ?? false;

const nameOf = (type: { kind: string; type?: unknown; name?: { value: string } }): string | undefined =>
  type.kind === Kind.NON_NULL_TYPE ? nameOf(type.type as typeof type) : type.name?.value;

/** Validation has refused fragments that contain themselves. */
function selectsPayload(selections: readonly SelectionNode[], info: GraphQLResolveInfo): boolean {
  return selections.some((selection) => {
    if (isLeftOut(selection, info)) return false;
    if (selection.kind === Kind.FIELD && selection.name.value === 'payload') return true;
    const inner = selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value] : selection;
    return selectsPayload(inner?.selectionSet?.selections ?? [], info);
  });
}

function isLeftOut(node: { directives?: readonly DirectiveNode[] }, { variableValues }: GraphQLResolveInfo): boolean {
  if (!node.directives?.length) return false;
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if === false
  );
}
