import type { Edge, Page } from '../contract/page.ts';
import { builder } from './builder.ts';

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo');

PageInfo.implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description: 'Whether more follows: ask for it with `after: endCursor`.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether something comes before this page.' }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first edge; null on an empty page.',
      resolve: ({ edges }) => edges[0]?.cursor ?? null,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The cursor of the last edge; null on an empty page.',
      resolve: ({ edges }) => edges.at(-1)?.cursor ?? null,
    }),
  }),
});

type NodeRef<Node> = ReturnType<typeof builder.objectRef<Node>>;

/**
 * The type `${name}Connection` and its edges: pages of `node`, by GraphQL's usual form. `cursor` is the scalar of the
 * edges' cursors. What only this connection has is added with `builder.objectFields`.
 */
export function connection<Node, Shape extends Page<Node> = Page<Node>>(
  name: string,
  node: NodeRef<Node>,
  what: string,
  cursor: 'String' | 'EventCursor' = 'String',
): NodeRef<Shape> {
  const edge = builder.objectRef<Edge<Node>>(`${name}Edge`);
  edge.implement({
    description: `One of ${what} and its place in the list.`,
    fields: (t) => ({
      cursor: t.field({ type: cursor, description: 'Hand it back as `after`.', resolve: (e) => e.cursor }),
      node: t.field({ type: node, description: `One of ${what}.`, resolve: (e) => e.node as never }),
    }),
  });
  const page = builder.objectRef<Shape>(`${name}Connection`);
  page.implement({
    description: `A page of ${what}. It holds \`first\` of them, or fewer where their payloads are large.`,
    fields: (t) => ({
      edges: t.field({ type: [edge], description: 'With the cursor of each.', resolve: (p) => p.edges }),
      nodes: t.field({
        type: [node],
        description: 'Without the cursors.',
        resolve: (p) => p.edges.map((e) => e.node) as never,
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Whether there is more.', resolve: (p) => p }),
    }),
  });
  return page;
}
