import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The bench's own PostgreSQL: the embedded binaries, in a folder of its own. */
export interface Cluster {
  /** The URL of one of its databases, made anew. */
  makeDatabase(name: string): Promise<string>;
  postmaster: number;
  stop(): Promise<void>;
}

interface Embedded {
  url: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL as the built product does. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'roomd-bench-'));
  const module = new URL('../../../dist/database/embedded.js', import.meta.url).href;
  const { startEmbedded } = (await import(module)) as { startEmbedded(folder: string): Promise<Embedded> };
  const embedded = await startEmbedded(folder);
  return {
    makeDatabase: async (name) => {
      await withClient(embedded.url, (client) => client.query(`CREATE DATABASE ${name}`));
      return embedded.url.replace('/postgres?', `/${name}?`);
    },
    postmaster: await postmasterOf(folder),
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The pid of the PostgreSQL that runs in a DATA_DIR. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Runs something on a connection of its own. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
