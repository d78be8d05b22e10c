import {
  execute,
  GraphQLObjectType,
  type GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  parse,
  validate,
} from 'graphql';
import { schema } from '../../src/graphql/schema.ts';
import { InexactNumber } from '../../src/json/numbers.ts';
import { stringify } from '../../src/json/raw-json.ts';

// The scalar of the real schema, under a field that gives back what it was given.
let given: unknown;
const json = schema.getType('JSON') as GraphQLScalarType;
const echo = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      echo: {
        type: GraphQLString,
        args: { value: { type: json } },
        resolve: (_root, args) => {
          given = args.value;
          return null;
        },
      },
    },
  }),
});

function literal(text: string, definitions = '', variableValues = {}): unknown {
  const document = parse(`query Q${definitions} { echo(value: ${text}) }`);
  expect(validate(echo, document)).toEqual([]);
  expect(execute({ schema: echo, document, variableValues })).toEqual({ data: { echo: null } });
  return given;
}

const faults = (document: string) => validate(schema, parse(document));

const write = (payload: string) => `mutation {
  writeContext(input: {roomId: "r", type: note, summary: "s", consumingAgents: [], author: "heron",
    payload: ${payload}}) { entry { id payload } }
}`;

describe('an inline literal', () => {
  it('keeps the order of keys, a key named __proto__, and integers beyond 32 bits', () => {
    const text = '{b: 4294967296, a: [-2147483649, 9007199254740991, 1.5], __proto__: {x: null}, c: "é\\u2028"}';
    expect(stringify(literal(text))).toBe(
      '{"b":4294967296,"a":[-2147483649,9007199254740991,1.5],"__proto__":{"x":null},"c":"é\\u2028"}',
    );
  });

  it('hands on a number that a double cannot hold as what it is', () => {
    const { n } = literal('{n: 9007199254740993}') as { n: unknown };
    expect(n).toBeInstanceOf(InexactNumber);
  });

  it('has the values of the variables inside of it', () => {
    const definitions = '($s: String, $n: String, $absent: String, $list: [String!])';
    const value = literal('{s: $s, n: $n, gone: $absent, all: ["x", $s, $absent], list: $list}', definitions, {
      s: 'high',
      n: null,
      list: ['a'],
    });
    expect(value).toEqual({ s: 'high', n: null, all: ['x', 'high', null], list: ['a'] });
    expect(value).not.toHaveProperty('gone');
  });

  it('with a bare word is refused at the word, with the hint to quote it', () => {
    const [fault] = faults(write('{text: "t",\n      endpoints: [{method: POST, path: "/api/polls"}]}'));
    expect(fault!.message).toContain('"POST"');
    expect(fault!.message).toContain('Quote it');
    expect(fault!.locations).toEqual([{ line: 4, column: 28 }]);
  });

  it('with a key twice is refused with the key', () => {
    expect(faults(write('{text: "a", text: "b"}')).map((fault) => fault.message)).toEqual([
      expect.stringContaining('text'),
    ]);
  });

  it('that is nested without end is refused, not run out of stack with', () => {
    const deep = '['.repeat(900) + ']'.repeat(900);
    expect(faults(write(`{text: ${deep}}`))[0]!.message).toContain('200 levels');
  });

  it('of another JSON type passes, so that the operation can say what is wrong with it', () => {
    expect(faults(write('"{}"'))).toEqual([]);
  });
});
