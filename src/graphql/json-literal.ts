import { GraphQLError, Kind, type ObjectValueNode, type ValueNode } from 'graphql';
import { type Json, type JsonObject, setKey } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';

/** Levels at which reading a literal ends. What the payload itself may have is less, and is checked with its path. */
const MOST_LEVELS = 200;

export type Variables = { readonly [name: string]: unknown } | null | undefined;

/**
 * The JSON value of a literal in a document, keys in its order. Numbers are read as in JSON text, so those that a
 * double cannot hold are noticed. A variable inside of the literal stands for its value: one that was not given leaves
 * its key out, and is null in a list. While the document is validated there are no variables yet.
 *
 * @throws GraphQLError at the place of a bare word, or of what is nested too deeply.
 */
export function jsonOfLiteral(node: ValueNode, variables: Variables, level = 0): Json {
  if (level > MOST_LEVELS)
    throw new GraphQLError(`A literal may be nested ${MOST_LEVELS} levels deep.`, { nodes: node });
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return parseJson(node.value) as Json;
    case Kind.ENUM:
      throw bareWord(node.value, node);
    case Kind.VARIABLE:
      return variableValue(node.name.value, variables) ?? null;
    case Kind.LIST:
      return node.values.map((item) => jsonOfLiteral(item, variables, level + 1));
    case Kind.OBJECT:
      return objectOfLiteral(node, variables, level);
  }
}

/** Keys that stand twice are refused by GraphQL's own rule UniqueInputFieldNames. */
function objectOfLiteral(node: ObjectValueNode, variables: Variables, level: number): JsonObject {
  const object: JsonObject = {};
  for (const { name, value } of node.fields) {
    const absent = value.kind === Kind.VARIABLE && variableValue(value.name.value, variables) === undefined;
    if (!absent) setKey(object, name.value, jsonOfLiteral(value, variables, level + 1));
  }
  return object;
}

/** Variables of the schema's other types may stand in a literal too: a DateTime is its text there. */
function variableValue(name: string, variables: Variables): Json | undefined {
  const value = variables != null && Object.hasOwn(variables, name) ? variables[name] : undefined;
  return value instanceof Date ? value.toISOString() : (value as Json | undefined);
}

const bareWord = (word: string, nodes: ValueNode): GraphQLError =>
  new GraphQLError(`${word} is a bare word, which JSON does not have. Quote it: "${word}".`, { nodes });
