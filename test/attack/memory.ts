import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are held on to: what is only waiting to be collected does not count. */
export async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((wake) => setTimeout(wake, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
