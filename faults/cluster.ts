import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, until } from './clock.ts';
import type { Delivery, History, LogRow } from './history.ts';
import { administer, type Postgres, startPostgres } from './postgres.ts';
import { type Link, openProxy } from './proxy.ts';
import { type Server, startServer } from './server.ts';
import { Subscriber } from './subscriber.ts';
import { Writers } from './writers.ts';

export interface ClusterSettings {
  servers: number;
  rooms: number;
  writers: number;
  /** Of each room. */
  subscribers: number;
  /** Milliseconds between two writes of one writer. */
  pause: number;
  /** Letters in each payload. */
  letters?: number;
  environment?: Record<string, string>;
  /** Which server the writers ask, and which the subscribers; all, if left out. */
  writeTo?: number[];
  followFrom?: number[];
}

/** A database behind a proxy, servers on it, writers and subscribers: what faults are injected into. */
export interface Cluster {
  postgres: Postgres;
  link: Link;
  servers: Server[];
  writers: Writers;
  subscribers: Subscriber[];
  rooms: string[];
  /** Resolves when so many more writes have been acknowledged; gives how long that took. */
  traffic(writes: number, ms?: number): Promise<number>;
  /** Ends the writing, waits until every subscriber has all, and gives what is to be checked. */
  finish(): Promise<History>;
  close(): Promise<void>;
}

/** Starts all of it; `given` is the database to use, where it is not one of the bench's usual kind. */
export async function openCluster(settings: ClusterSettings, given?: Postgres): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'roomd-faults-'));
  const postgres = given ?? (await startPostgres(folder));
  const link = await openProxy(postgres.port);
  const url = `postgresql://roomd@127.0.0.1:${link.port}/postgres`;
  const environment = {
    DATABASE_URL: url,
    CONNECTIONS_PER_KEY: '1000000',
    ...settings.environment,
  };
  // The first one makes the tables.
  const servers: Server[] = [await startServer(environment)];
  const others = Array.from({ length: settings.servers - 1 }, () => startServer(environment));
  servers.push(...(await Promise.all(others)));
  const rooms = Array.from({ length: settings.rooms }, (_, i) => `room-${i}`);
  const urlsOf = (chosen?: number[]) => () => (chosen ?? servers.map((_, i) => i)).map((i) => servers[i]!.url);
  const subscribers = rooms.flatMap((room, r) =>
    Array.from({ length: settings.subscribers }, (_, i) => {
      const kind = i % 2 ? ('socket' as const) : ('events' as const);
      const lookEvery = i < 2 ? 10 : 0;
      const urls = urlsOf(settings.followFrom);
      return new Subscriber(`${kind} ${i}`, { room, kind, urls, first: Math.floor(i / 2) + r, lookEvery });
    }),
  );
  const writers = new Writers({
    urls: urlsOf(settings.writeTo),
    rooms,
    pause: settings.pause,
    count: settings.writers,
    letters: settings.letters,
  });

  const traffic = async (writes: number, ms = 60_000): Promise<number> => {
    const target = writers.acknowledged + writes;
    return until(`${writes} more acknowledged writes`, ms, () => writers.acknowledged >= target);
  };
  const finish = async (): Promise<History> => {
    await writers.stop();
    const log = await readLog(url);
    const heads = new Map(rooms.map((room) => [room, log.filter((row) => row.room === room).length]));
    const behind = () => subscribers.filter(({ delivery, position }) => position < (heads.get(delivery.room) ?? 0));
    // Who is still behind after this is found by the checkers.
    await until('every subscriber has all', 30_000, () => behind().length === 0).catch(() => undefined);
    await sleep(300);
    const deliveries: Delivery[] = subscribers.map(({ delivery }) => delivery);
    return { attempts: writers.attempts, reads: writers.reads, log, deliveries };
  };
  const close = async (): Promise<void> => {
    for (const subscriber of subscribers) subscriber.stop();
    await writers.stop();
    await Promise.all(servers.map((server) => server.kill()));
    await link.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { postgres, link, servers, writers, subscribers, rooms, traffic, finish, close };
}

/** The truth, straight from the tables. */
async function readLog(url: string): Promise<LogRow[]> {
  const rows = await administer<
    Record<'room' | 'entry' | 'token' | 'position' | 'request', string> & { minor: number }
  >(
    url,
    'SELECT room_id AS room, position, entry_id AS entry, minor, summary AS token, request_id AS request FROM versions ORDER BY room_id, position',
  );
  return rows.map(({ room, position, entry, minor, token, request }) => ({
    room,
    position: Number(position),
    entryId: entry,
    minor,
    token,
    mark: Number.parseInt(request.slice(-8), 16),
  }));
}
