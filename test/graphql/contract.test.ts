import { readFileSync } from 'node:fs';
import { astFromValue, buildSchema, type GraphQLArgument, type GraphQLSchema, parse, print, validate } from 'graphql';
import { schema } from '../../src/graphql/schema.ts';

const contract = buildSchema(readFileSync(new URL('contract.graphql', import.meta.url), 'utf8'));

interface Member {
  line: string;
  description: string | null | undefined;
}

const lineOf = (arg: GraphQLArgument): string => {
  const value = arg.defaultValue === undefined ? '' : ` = ${print(astFromValue(arg.defaultValue, arg.type)!)}`;
  return `${arg.name}: ${arg.type}${value}`;
};

/** Each type, field, argument, input field and enum value, as one line with its type and default. */
function members(of: GraphQLSchema): Member[] {
  const types = Object.values(of.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return types.flatMap((type): Member[] => [
    { line: type.toString(), description: type.description },
    ...('getValues' in type ? type.getValues() : []).map((value) => ({
      line: `${type}.${value.name}`,
      description: value.description,
    })),
    ...('getFields' in type ? Object.values(type.getFields()) : []).flatMap((field): Member[] =>
      'args' in field
        ? [
            { line: `${type}.${field.name}: ${field.type}`, description: field.description },
            ...field.args.map((arg: GraphQLArgument) => ({
              line: `${type}.${field.name}(${lineOf(arg)})`,
              description: arg.description,
            })),
          ]
        : [{ line: `${type}.${lineOf(field as GraphQLArgument)}`, description: field.description }],
    ),
  ]);
}

it('the schema holds all of the contract, with its names, nullability and defaults', () => {
  const built = new Set(members(schema).map(({ line }) => line));
  expect(members(contract).filter(({ line }) => !built.has(line))).toEqual([]);
});

it('asks for nothing that the contract does not ask for', () => {
  const known = new Set(members(contract).map(({ line }) => line));
  // `Type.field` of an argument, `Type` of an input field: what the contract does not have at all may ask for what it needs.
  const owner = (line: string): string => line.replace(/\(.*$/, '').replace(/Input\..*$/, 'Input');
  const owners = new Set([...known].flatMap((line) => [owner(line), line.replace(/: .*$/, '')]));
  const added = members(schema).filter(({ line }) => !known.has(line) && owners.has(owner(line)));
  expect(added.filter(({ line }) => /\(\w+: .*!\)$|Input\.\w+: .*!$/.test(line))).toEqual([]);
});

it('everything that people meet in GraphiQL is described', () => {
  const own = members(schema).filter(({ line }) => !/^ContextType\./.test(line));
  expect(own.filter(({ description }) => !description)).toEqual([]);
});

it('a subscription with two root fields is refused', () => {
  const two = 'subscription { a: contextEvents(roomId: "a") { type } b: contextEvents(roomId: "b") { type } }';
  expect(validate(schema, parse(two))).not.toEqual([]);
});
