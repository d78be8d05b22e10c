/** What V8's profiler writes: a tree of functions, and which one ran at each sample. */
interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}

interface Node {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}

export interface Share {
  place: string;
  share: number;
}

/**
 * Shares of the time that was not idle, by the package or the file of the product that a sample was taken in or below:
 * what node itself does counts for who called it, but the system calls that write are told apart.
 */
export function sharesOf({ nodes, samples, timeDeltas }: Profile): Share[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const times = new Map<string, number>();
  let whole = 0;
  for (const [index, id] of samples.entries()) {
    const place = placeOf(id, byId, parents);
    if (place === undefined) continue;
    const time = timeDeltas[index] ?? 0;
    whole += time;
    times.set(place, (times.get(place) ?? 0) + time);
  }
  return [...times].map(([place, time]) => ({ place, share: time / whole })).sort((a, b) => b.share - a.share);
}

/** Undefined where the process was idle or starting. */
function placeOf(leaf: number, byId: Map<number, Node>, parents: Map<number, number>): string | undefined {
  const { functionName, url } = byId.get(leaf)!.callFrame;
  if (functionName === '(idle)') return undefined;
  let place: string | undefined;
  for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
    const frame = byId.get(id)!.callFrame.url;
    if (frame.startsWith('node:internal/modules')) return undefined;
    if (frame && !frame.startsWith('node:')) place ??= named(frame);
  }
  const isWrite = url === '' && /^write/.test(functionName);
  return `${place ?? (functionName.startsWith('(') ? functionName : 'node itself')}${isWrite ? ': writing to a socket' : ''}`;
}

function named(url: string): string {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return inPackage ?? url.replace(/.*\/dist\//, 'roomd: ').replace(/\.js$/, '');
}
