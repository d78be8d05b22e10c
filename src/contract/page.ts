// The form of every list that is read page by page.

/** What a page is asked for with. Null counts as absent. */
export interface PageInput {
  first?: number | null;
  after?: string | null;
}

export interface Edge<Node> {
  cursor: string;
  node: Node;
}

export interface Page<Node> {
  edges: Edge<Node>[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}
