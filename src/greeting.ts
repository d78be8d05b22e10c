import type { Mode } from './access/gatekeeper.ts';

/** Who may use a server, for the person who runs it. */
export const ACCESS: Record<Mode, string> = {
  open: `No key is asked for: every program of this machine may read and write. The first key closes the server to those without:
npx roomd keys create --role admin --rooms "*"`,
  off: 'AUTH=off: no key is asked for. Whoever reaches this address may read, write and delete.',
  keys: 'Keys are asked for. Make one with: npx roomd keys create --role writer',
};

/** What a person reads who has just started the server: where it is, who may use it, and a first thing to do. */
export const greeting = (url: string, mode: Mode, graphiql: boolean): string => `
${listening(url, graphiql)}

${ACCESS[mode]}

Write a first note:

${firstWrite(url, mode)}

`;

/** A command that writes a note, to paste into a shell. */
export function firstWrite(url: string, mode: Mode): string {
  const query = `mutation { writeContext(input: { roomId: \\"demo\\", type: note, author: \\"me\\", summary: \\"A first note\\", consumingAgents: [\\"frontend\\"], payload: { text: \\"Hello\\" } }) { entry { id version } } }`;
  const key = mode === 'keys' ? " -H 'authorization: Bearer roomd_…'" : '';
  return `curl -s ${url}${key} -H 'content-type: application/json' -d '{"query":"${query}"}'`;
}

/** Where a server is, in a line. */
export const listening = (url: string, graphiql: boolean): string =>
  `GraphQL and live events (SSE and websocket)${graphiql ? ', and GraphiQL for a browser,' : ''} are at ${url}, the dashboard at ${new URL('/', url)}`;
