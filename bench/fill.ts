import type { Load } from './measure/cell.ts';
import { FILLED, type Filled } from './scenarios.ts';
import type { System } from './systems/systems.ts';

/** Writes what is read, listed and updated. */
export async function fill(system: System, load: Load): Promise<Filled> {
  const { port, dialect } = system;
  const lists = { rooms: FILLED.lists, count: FILLED.lists.length * FILLED.perList };
  await load.run({ kind: 'fill', port, dialect, ...lists }, system);
  const single = { rooms: FILLED.entries, count: FILLED.entries.length };
  const { entries } = await load.run({ kind: 'fill', port, dialect, ...single }, system);
  return { entries: entries! };
}
