import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

/** What a tool has answered: its text as JSON, and the text itself. */
export interface Called {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look at differs with every tool
  json: any;
}

export interface McpClient {
  client: Client;
  call(name: string, given: Record<string, unknown>): Promise<Called>;
}

/** `modern` speaks the stateless protocol, `legacy` the one before it, which begins with a handshake. */
export type Era = 'modern' | 'legacy';
export const ERAS: Era[] = ['modern', 'legacy'];

/** The official client over a transport. */
export async function mcpClient(transport: Transport, era: Era): Promise<McpClient> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const call = async (name: string, given: Record<string, unknown>): Promise<Called> => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [part] = content as { type: string; text: string }[];
    return { isError: isError === true, text: part!.text, json: JSON.parse(part!.text) };
  };
  return { client, call };
}

/** The official client over HTTP. `graphql` is the URL that the server names. */
export const httpMcpClient = (graphql: string, era: Era, key?: string): Promise<McpClient> =>
  mcpClient(
    new StreamableHTTPClientTransport(new URL('/mcp', graphql), {
      requestInit: { headers: key ? { authorization: `Bearer ${key}` } : {} },
    }),
    era,
  );

/** Calls a tool with arguments that are JSON text: for what no JavaScript value holds. */
export async function rawCall(graphql: string, name: string, given: string): Promise<Called> {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`;
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(new URL('/mcp', graphql), { method: 'POST', headers, body });
  const answer = await response.text();
  const { result } = JSON.parse(/^data: (\{.*\})$/m.exec(answer)?.[1] ?? answer);
  const { text } = result.content[0];
  return { isError: result.isError === true, text, json: JSON.parse(text) };
}
