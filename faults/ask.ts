import { type Agent, request } from 'node:http';

/** What came back, or `undefined` where the connection failed or nothing came in time: then nobody knows. */
export type Answer =
  | { data?: Record<string, never> | null; errors?: { message: string; extensions: Record<string, unknown> }[] }
  | undefined;

/** A client's patience. The servers promise an answer within 10 s. */
const PATIENCE_MS = 15_000;

/** Sends one GraphQL request. Never rejects. */
export function ask(url: string, query: string, variables: unknown, agent?: Agent): Promise<Answer> {
  const body = JSON.stringify({ query, variables });
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(parsed(text)));
      response.on('error', () => resolve(undefined));
      response.on('close', () => resolve(undefined));
    });
    sent.setTimeout(PATIENCE_MS, () => sent.destroy());
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });
}

function parsed(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}
