import { PrismaPg } from '@prisma/adapter-pg';
import type { Database, Run, Statement } from './database.ts';
import { fromPrisma, reasonOf } from './errors.ts';
import { openPool, type Pool, type PoolOptions } from './pool.ts';
import { PrismaClient } from './prisma/client.ts';

/**
 * Connects to the database at `url` and proves it with one statement: throws an Error for the operator when the database
 * does not answer. One pool serves the hand-written statements and Prisma.
 */
export async function connect(url: string, options: PoolOptions = {}): Promise<Database> {
  const pool = openPool(url, options);
  try {
    await pool.run([{ statement: { name: 'roomd_hello', text: 'SELECT 1' }, values: [] }]);
  } catch (error) {
    await pool.close();
    throw new Error(`The database does not answer (${reasonOf(error)}).`, { cause: error });
  }
  const prisma = openPrisma(pool);
  return {
    query: async <Row>(statement: Statement, values: unknown[]) =>
      (await pool.run([{ statement, values }]))[0] as Row[],
    queryTogether: <Row>(runs: readonly Run[]) => pool.run(runs) as Promise<Row[][]>,
    prisma,
    pool: () => ({ total: pool.pg.totalCount, idle: pool.pg.idleCount, waiting: pool.pg.waitingCount }),
    generation: pool.made,
    close: async () => {
      await prisma.$disconnect();
      await pool.close();
    },
  };
}

/** Prisma on the same pool, with the same errors. Its type is that of the plain client, which the schema builder wants. */
function openPrisma(pool: Pool): PrismaClient {
  const client = new PrismaClient({ adapter: new PrismaPg(pool.pg) }).$extends({
    query: {
      $allOperations: async ({ args, query }) => {
        pool.admit();
        try {
          return await query(args);
        } catch (error) {
          throw fromPrisma(error);
        }
      },
    },
  });
  return client as unknown as PrismaClient;
}
