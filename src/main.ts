import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { openAccess } from './access/access.ts';
import { connect } from './database/connect.ts';
import type { Database } from './database/database.ts';
import { startEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { readSettings, type Settings } from './env.ts';
import { ACCESS, firstWrite, greeting, listening } from './greeting.ts';
import type { OpenBell } from './log/doorbell.ts';
import { postgresBell } from './log/doorbell-postgres.ts';
import { redisBell } from './log/doorbell-redis.ts';
import { openLogger } from './operation/logger.ts';
import { startTracing } from './operation/tracing.ts';
import { startServer } from './server.ts';

/** Shutting down takes at most this long, in milliseconds, whatever hangs. */
const LONGEST_END_MS = 9_500;

interface OpenDatabase {
  database: Database;
  /** Other servers may use a database that was given; the embedded one is this server's alone. */
  openBell: OpenBell | undefined;
  close(): Promise<void>;
}

/** After a peak V8 would let the heap grow to several times what is alive before it looks again; a quarter more will do. */
const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=25');

async function main(): Promise<void> {
  keepHeapSmall();
  const settings = readSettings();
  const logger = openLogger(settings.logLevel, process.stdout.isTTY);
  const tracing = settings.traces ? await startTracing() : undefined;
  const { database, openBell, close } = await openDatabase(settings, logger);
  try {
    const door = await openAccess(database, settings, settings.access);
    const { graphiql, introspection, metricsToken, commitRooms } = settings;
    const parts = { database, logger, openBell, door, graphiql, introspection, metricsToken, tracing, commitRooms };
    const server = await startServer(settings, parts);
    endOnSignals(logger, async () => {
      await server.stop();
      await door.close();
      await tracing?.stop();
      await close();
    });
    if (process.stdout.isTTY) process.stdout.write(greeting(server.url, door.mode(), graphiql));
    else
      logger.info(
        { url: server.url, access: door.mode(), example: firstWrite(server.url, door.mode()) },
        `${listening(server.url, graphiql)}. ${ACCESS[door.mode()]}`,
      );
  } catch (error) {
    await close();
    throw portTaken(error, settings);
  }
}

/** The database of DATABASE_URL, or the embedded one in DATA_DIR; its tables brought up to date. */
async function openDatabase(settings: Settings, logger: Logger): Promise<OpenDatabase> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings.dataDir);
  const url = settings.databaseUrl ?? embedded!.url;
  try {
    const applied = await migrate(url);
    if (applied.length > 0) logger.info({ applied }, 'The tables of the database were brought up to date');
    let closing = false;
    const onError = (error: Error) => closing || logger.warn({ err: error }, 'A database connection was lost');
    const database = await connect(url, { max: settings.poolSize, onError });
    void embedded?.ended.then((words) => {
      if (closing) return;
      logger.fatal(`The embedded database has ended. Its last words: ${words}`);
      process.exit(1);
    });
    const close = async () => {
      closing = true;
      await database.close();
      await embedded?.stop();
    };
    return { database, openBell: openBellOf(settings, logger), close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function openBellOf({ databaseUrl, redisUrl }: Settings, logger: Logger): OpenBell | undefined {
  const onAway = (error: Error) =>
    logger.warn(
      { err: error },
      'Redis (REDIS_URL) is away: until it is back events of other servers come up to 1 s late',
    );
  if (redisUrl) return redisBell(redisUrl, onAway);
  return databaseUrl ? postgresBell(databaseUrl) : undefined;
}

function endOnSignals(logger: Logger, stop: () => Promise<void>): void {
  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    logger.info({ signal }, 'Shutting down');
    setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'Shutting down failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}

function portTaken(error: unknown, { host, port }: Settings): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} of ${host} is taken by another program. Stop it, or set PORT to a free one.`);
  if (code === 'EACCES') return new Error(`Port ${port} may not be used by this account. Set PORT to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`This machine has no address "${host}". Set HOST.`);
  return error;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
