import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ContextError } from '../contract/errors.ts';
import { REQUEST_BODY_BYTES } from '../contract/limits.ts';
import { DISCARDED_BYTES } from './pace.ts';

/**
 * Reads a request's body as text, counting while it comes in. Of a body over the limit nothing is kept: the rest is
 * thrown away as it arrives (up to a bound), because a client that is still sending does not read the answer.
 * Rejects with LIMIT_EXCEEDED (extensions `limit` and `found` in bytes) or BAD_USER_INPUT (not UTF-8), and with a plain
 * Error where the client has gone.
 */
export function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = (): ContextError => bodyTooLarge(Math.max(size, Number(request.headers['content-length'] ?? 0)));
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= REQUEST_BODY_BYTES) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      if (size > DISCARDED_BYTES) {
        request.pause();
        reject(tooLarge());
      }
    });
    request.once('end', () => {
      if (size > REQUEST_BODY_BYTES) reject(tooLarge());
      else settleText(chunks, resolve, reject);
    });
    request.once('error', reject);
    request.once('close', () => {
      // Every request is closed in the end; an error for each would cost more than reading its body.
      if (!request.complete) reject(new Error('The client went away while it sent its request.'));
    });
  });
}

function settleText(chunks: Buffer[], resolve: (text: string) => void, reject: (error: Error) => void): void {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  if (isUtf8(bytes)) resolve(bytes.toString('utf8'));
  else reject(new ContextError('BAD_USER_INPUT', 'The request body is not valid UTF-8. Send it as UTF-8 JSON.'));
}

const bodyTooLarge = (found: number): ContextError =>
  new ContextError(
    'LIMIT_EXCEEDED',
    `The request body has ${found} bytes or more; at most ${REQUEST_BODY_BYTES} are taken. Send a smaller payload, or several entries.`,
    { limit: REQUEST_BODY_BYTES, found },
  );
