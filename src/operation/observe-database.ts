import type { Database, Run, Statement } from '../database/database.ts';
import { isAppend } from '../log/append-statement.ts';
import type { Meter } from './meter.ts';
import type { Tracing } from './tracing.ts';

/** The same database; its statements are timed under their names, those that go together under that of the first, and what an append wrote is counted. */
export function observeDatabase(database: Database, meter: Meter, tracing: Tracing | undefined): Database {
  const timed = async <Answer>(name: string, run: () => Promise<Answer>): Promise<Answer> => {
    const began = performance.now();
    try {
      return await run();
    } finally {
      meter.queried(name, (performance.now() - began) / 1000);
    }
  };
  const observed = <Answer>(name: string, run: () => Promise<Answer>): Promise<Answer> =>
    tracing ? tracing.span(`db ${name}`, { 'db.operation.name': name }, () => timed(name, run)) : timed(name, run);
  const count = (statement: Statement, rows: unknown[]): void => {
    if (isAppend(statement)) countWrites(rows as AppendRow[], meter);
  };
  return {
    query: async <Row>(statement: Statement, values: unknown[]) => {
      const rows = await observed(statement.name, () => database.query<Row>(statement, values));
      count(statement, rows);
      return rows;
    },
    queryTogether: async <Row>(runs: readonly Run[]) => {
      const answers = await observed(runs[0]!.statement.name, () => database.queryTogether<Row>(runs));
      for (const [i, { statement }] of runs.entries()) count(statement, answers[i]!);
      return answers;
    },
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
