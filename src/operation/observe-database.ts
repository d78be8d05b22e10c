import type { Database, Statement } from '../database/database.ts';
import { isAppend } from '../log/append-statement.ts';
import type { Meter } from './meter.ts';
import type { Tracing } from './tracing.ts';

/** The same database; its statements are timed under their names, and what an append wrote is counted. */
export function observeDatabase(database: Database, meter: Meter, tracing: Tracing | undefined): Database {
  const query = <Row>(statement: Statement, values: unknown[]): Promise<Row[]> => {
    const began = performance.now();
    const done = () => meter.queried(statement.name, (performance.now() - began) / 1000);
    const answer = database.query<Row>(statement, values);
    answer.then((rows) => {
      done();
      if (isAppend(statement)) countWrites(rows as AppendRow[], meter);
    }, done);
    return answer;
  };
  const traced: typeof query = (statement, values) =>
    tracing!.span(`db ${statement.name}`, { 'db.operation.name': statement.name }, () => query(statement, values));
  return {
    query: tracing ? traced : query,
    prisma: database.prisma,
    pool: () => database.pool(),
    generation: () => database.generation(),
    close: () => database.close(),
  };
}

interface AppendRow {
  outcome: string;
  action: string;
}

function countWrites(rows: AppendRow[], meter: Meter): void {
  for (const { outcome, action } of rows) if (outcome === 'done') meter.wrote(action);
}
