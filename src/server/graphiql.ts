import type { GraphiQLOptions } from 'graphql-yoga';

const DEFAULT_QUERY = `# A room is where agents share context.
# Put the cursor into an operation, press Ctrl-Enter.

# 1. Follow the room "demo". This stays open.
subscription Follow {
  contextChanges(roomId: "demo") {
    type
    from
    to
    summary
    version
    entry { id payload }
  }
}

# 2. Write a note, in a private window beside this one.
#    This one shows it at once.
mutation WriteNote {
  writeContext(
    input: {
      roomId: "demo"
      type: note
      author: "me"
      summary: "A first note"
      consumingAgents: ["frontend"]
      payload: { text: "Hello from GraphiQL" }
    }
  ) {
    entry { id version cursor }
    event { type to }
  }
}

# 3. See what the room holds.
query List {
  contexts(roomId: "demo", first: 10) {
    totalCount
    nodes { id type author version summary payload }
  }
}
`;

/** GraphiQL at GET /graphql. The page brings everything along: it works without a network. */
export const GRAPHIQL: GraphiQLOptions = {
  title: 'roomd',
  defaultQuery: DEFAULT_QUERY,
  // By websocket the key that was put into the tab Headers would not be sent along.
  subscriptionsProtocol: 'SSE',
  credentials: 'same-origin',
};
