/** What the pipe looks at of a message; it changes nothing of it. */
export interface Message {
  id?: unknown;
  method?: string;
  params?: { name?: unknown; uri?: unknown; requestId?: unknown; _meta?: Record<string, unknown> };
  result?: unknown;
}

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
/** Which field of a request's parameters its header repeats. */
const NAMED: Record<string, 'name' | 'uri'> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** The id of a request; undefined for notifications, which are not answered. */
export const idOf = (message: Message | undefined): unknown => (message?.method === undefined ? undefined : message.id);

/** The headers that HTTP wants beside a message. The stateless protocol repeats there what stands in the message. */
export function headersFor(message: Message | undefined, agreed: string | undefined): Record<string, string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const version = message?.params?._meta?.[PROTOCOL_VERSION];
  if (typeof version !== 'string')
    return agreed === undefined ? headers : { ...headers, 'mcp-protocol-version': agreed };
  const named = message?.params?.[NAMED[message.method ?? ''] ?? 'name'];
  return {
    ...headers,
    'mcp-protocol-version': version,
    'mcp-method': encoded(message?.method ?? ''),
    ...(typeof named === 'string' && { 'mcp-name': encoded(named) }),
  };
}

/** Headers are ASCII: everything else goes as base64, in the way that the protocol has for it. */
const encoded = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** A request's answer where the server has given none of its own. */
export const withError = (id: unknown, message: string, data?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message, ...(data !== undefined && { data }) } });
