import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { accountForPostgres } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { ensureCluster } from './embedded/cluster.ts';
import { becomesReady, endServer, hasEnded, type Launch, launch, type Running } from './embedded/launch.ts';
import { clearTheWay } from './embedded/postmaster.ts';
import { waitFor } from './embedded/process.ts';

export interface Embedded {
  /** For any PostgreSQL client of this account on this machine. */
  url: string;
  /** Ends the database in good order; calling it again waits for the same end. */
  stop(): Promise<void>;
  /** Resolves with PostgreSQL's last words when it has ended, by `stop` or by itself. */
  ended: Promise<string>;
}

/**
 * Runs PostgreSQL on `dataDir` for this process alone, on a unix socket that only its account may use; the first start
 * makes the database. It ends with this process, however that ends. Throws an Error for the operator where another server
 * uses the folder, or where this platform has no PostgreSQL.
 */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  const folder = resolve(dataDir);
  const account = accountForPostgres();
  const binaries = await findBinaries(account);
  const cluster = await ensureCluster(folder, binaries, account);
  const running = await start(folder, {
    cluster,
    postgres: binaries.postgres,
    account,
    logPath: join(folder, 'postgres.log'),
  });
  let stopping: Promise<void> | undefined;
  const end = hasEnded(running) ? Promise.resolve() : once(running.child, 'exit');
  return {
    url: running.url,
    stop: () => {
      stopping ??= endServer(cluster, running);
      return stopping;
    },
    ended: end.then(() => running.said()),
  };
}

/** Sessions of a postmaster that was killed outlive it for a moment, and PostgreSQL will not start beside them. */
const STILL_IN_USE = /still in use/;

async function start(dataDir: string, options: Omit<Launch, 'foreignPid'>): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const running = await launch({ ...options, foreignPid: await clearTheWay(options.cluster, dataDir) });
    if (await becomesReady(options.cluster, running)) return running;
    await endServer(options.cluster, running);
    const words = await running.said();
    if (!STILL_IN_USE.test(words) || attempt === 20) {
      await clearTheWay(options.cluster, dataDir);
      throw new Error(`The embedded database did not start. It said:\n${words}`);
    }
    await waitFor(200, () => false);
  }
}
