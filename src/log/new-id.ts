import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Random bytes are fetched for many ids at once: the way to the system's generator costs more than the id. */
const pool = Buffer.alloc(BYTES * 256);
let used = pool.length;

/** A UUID that sorts by time (version 7, RFC 9562), so that new rows lie side by side in the indexes. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return v7({ random: pool.subarray(used - BYTES, used) });
}
