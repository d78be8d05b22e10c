/** The part of the product's GraphQL contract that the measured operations use. */
export const contract = /* GraphQL */ `
  scalar DateTime
  scalar JSON
  enum ContextType { api_contract arch_decision task change_request note }
  enum ContextEventType { context_available context_updated }
  type ContextEntry {
    id: ID! roomId: ID! type: ContextType! author: String! timestamp: DateTime! summary: String!
    consumingAgents: [String!]! payload: JSON version: String!
  }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type ContextEntryConnection { nodes: [ContextEntry!]! pageInfo: PageInfo! }
  type ContextEvent {
    cursor: String! type: ContextEventType! roomId: ID! from: String! timestamp: DateTime! contextId: ID!
    contextType: ContextType! summary: String! version: String!
  }
  type WriteContextPayload { entry: ContextEntry! }
  input WriteContextInput {
    roomId: ID! type: ContextType! summary: String! consumingAgents: [String!]! payload: JSON! author: String!
  }
  input UpdateContextInput { roomId: ID! id: ID! author: String! summary: String payload: JSON }
  type Query {
    context(roomId: ID!, id: ID!): ContextEntry!
    contexts(roomId: ID!, first: Int = 50): ContextEntryConnection!
  }
  type Mutation {
    writeContext(input: WriteContextInput!): WriteContextPayload!
    updateContext(input: UpdateContextInput!): WriteContextPayload!
  }
  type Subscription { contextEvents(roomId: ID!): ContextEvent! }`;
