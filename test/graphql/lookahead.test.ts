import { buildSchema, execute, type GraphQLResolveInfo, parse } from 'graphql';
import { wantedOf } from '../../src/graphql/lookahead.ts';

const schema = buildSchema(`
  type Query { page: Page }
  type Page { nodes: [Entry!]!, total: Int }
  type Entry { id: ID, payload(pointer: String): String }
`);

function wanted(document: ReturnType<typeof parse>, variableValues = {}): boolean {
  let seen: boolean | undefined;
  const page = (_args: unknown, _ctx: unknown, info: GraphQLResolveInfo) => {
    seen = wantedOf(info).payload;
    return null;
  };
  void execute({ schema, document, rootValue: { page }, variableValues });
  return seen!;
}

it.each([
  ['{ page { nodes { id payload } } }', true],
  ['{ page { nodes { p: payload(pointer: "/a") } } }', true],
  ['{ page { nodes { payload: id } total } }', false],
  ['{ page { total } }', false],
  ['{ page { ...P } } fragment P on Page { nodes { ...E } } fragment E on Entry { payload }', true],
  ['{ page { ... on Page { ... @include(if: true) { nodes { payload } } } } }', true],
  ['{ page { nodes { payload @skip(if: true) } } }', false],
  ['{ page { ...P @include(if: false) } } fragment P on Page { nodes { payload } }', false],
  ['{ page { total } page { nodes { payload } } }', true],
])('%s wants the payload: %s', (text, expected) => {
  const document = parse(text);
  expect(wanted(document)).toBe(expected);
  expect(wanted(document)).toBe(expected);
});

it('a variable decides anew in each request', () => {
  const document = parse('query ($with: Boolean!) { page { nodes { payload @include(if: $with) } } }');
  expect([true, false, true].map((value) => wanted(document, { with: value }))).toEqual([true, false, true]);
});
