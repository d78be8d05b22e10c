import { connect } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { readSettings } from '../env.ts';

/**
 * Runs `work` on the database of DATABASE_URL, or on the embedded one in DATA_DIR while no server runs on it.
 * @throws Error for the operator, where a server does.
 */
export async function onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = readSettings();
  const embedded = databaseUrl ? undefined : await startEmbedded(dataDir);
  try {
    const url = databaseUrl ?? embedded!.url;
    await migrate(url);
    const database = await connect(url, { max: 2 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
