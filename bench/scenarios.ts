import type { Job } from './load/jobs.ts';
import type { Known, Operation } from './systems/dialect.ts';
import type { System } from './systems/systems.ts';

export const SCENARIOS = [
  'write', 'update', 'read one', 'list 50', 'list 50 with payload', 'events', 'events, paced', 'hot room', '1,000 rooms',
] as const; // biome-ignore format: a list to be read as one
export type Scenario = (typeof SCENARIOS)[number];

/** How many clients send requests at once. */
const CONNECTIONS = 16;
const WRITERS_OF_HOT_ROOM = 64;
const SUBSCRIBERS = 200;
/** Writers of the room that has subscribers; one of 40 writes a second, 8,000 events, where the pace is given. */
const WRITERS = 8;
const PACE_MS = 25;

const rooms = (name: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${name}-${n}`);

/** Where the load finds what it reads and updates, in each system. */
export interface Filled {
  entries: Known[];
}

export const FILLED = { lists: rooms('listed', 10), perList: 60, entries: rooms('entries', 200) };

interface Length {
  warmMs: number;
  ms: number;
}

let turn = 0;

/** The job of a scenario. Rooms with subscribers, and the hot room, are new ones each time. */
export function jobOf(scenario: Scenario, system: System, { entries }: Filled, length: Length): Job {
  const { port, dialect } = system;
  turn += 1;
  const requests = (operation: Operation, among: string[], connections = CONNECTIONS): Job => ({
    kind: 'requests', port, dialect, operation, connections, rooms: among, entries, ...length,
  }); // biome-ignore format: a row
  const events = (everyMs?: number): Job => ({
    kind: 'deliver', port, dialect, room: `followed-${turn}`, subscribers: SUBSCRIBERS, writers: WRITERS, everyMs, ...length,
  }); // biome-ignore format: a row
  switch (scenario) {
    case 'write':
      return requests('write', rooms('written', 1_000));
    case 'update':
      return requests('update', []);
    case 'read one':
      return requests('read', []);
    case 'list 50':
      return requests('list', FILLED.lists);
    case 'list 50 with payload':
      return requests('list with payload', FILLED.lists);
    case 'events':
      return events();
    case 'events, paced':
      return events(PACE_MS);
    case 'hot room':
      return requests('write', [`hot-${turn}`], WRITERS_OF_HOT_ROOM);
    case '1,000 rooms':
      return requests('write', rooms('spread', 1_000), WRITERS_OF_HOT_ROOM);
  }
}
