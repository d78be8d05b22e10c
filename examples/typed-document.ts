// An operation of one's own: a plain GraphQL text, or a document that graphql-codegen has made from the schema
// (roomd-context/schema.graphql), which brings the types of its variables and its answer.
import { connect, type TypedDocument } from 'roomd-context/client';

const client = connect({ url: process.env.ROOMD_URL ?? 'http://127.0.0.1:4000', key: process.env.ROOMD_KEY });

// As codegen with `documentMode: string` makes it.
const OLDEST: TypedDocument<{ contexts: { nodes: { id: string; summary: string }[] } }, { roomId: string }> = `
  query Oldest($roomId: ID!) { contexts(roomId: $roomId, first: 1, orderBy: CREATED_ASC) { nodes { id summary } } }`;

const { contexts } = await client.request(OLDEST, { roomId: 'polls' });
console.log(contexts.nodes[0]?.summary ?? 'the room is empty');
