import type { IncomingMessage } from 'node:http';

/** How a request's body is written, by its headers. */
export type BodyKind = 'json' | 'graphql';

const KINDS: Record<string, BodyKind> = {
  'application/json': 'json',
  'application/graphql+json': 'json',
  'application/graphql': 'graphql',
};

/**
 * Reads content-type and content-encoding. Returns undefined with a sentence on what is wrong: forms are refused because any
 * page of the web can make a browser send one.
 */
export function readMedia({ headers }: IncomingMessage): { kind: BodyKind } | { wrong: string } {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return { wrong: `The body has content-encoding ${encoding.slice(0, 50)}. Send it uncompressed.` };
  const [type, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const kind = KINDS[type!.trim()];
  if (kind === undefined) return { wrong: 'Send the request as JSON, with content-type: application/json.' };
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset.trim()))
    return { wrong: `The body has ${charset.trim().slice(0, 50)}. Send it as UTF-8.` };
  return { kind };
}
