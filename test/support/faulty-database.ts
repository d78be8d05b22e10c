import type { Database, Run, Statement } from '../../src/database/database.ts';

/** A database whose statements can be watched, held back and made to fail. */
export interface FaultyDatabase extends Database {
  /** Names of the statements that were sent. */
  sent: string[];
  /** Called before a statement is sent: may wait, may throw. */
  before: (name: string) => void | Promise<void>;
  /** Called when its rows have come. */
  after: (name: string) => void | Promise<void>;
  /** Added to the connections made so far. */
  reconnected: number;
}

export function faulty(database: Database): FaultyDatabase {
  const held: FaultyDatabase = {
    ...database,
    sent: [],
    before: () => undefined,
    after: () => undefined,
    reconnected: 0,
    query: async <Row>(statement: Statement, values: unknown[]) => {
      held.sent.push(statement.name);
      await held.before(statement.name);
      const rows = await database.query<Row>(statement, values);
      await held.after(statement.name);
      return rows;
    },
    queryTogether: async <Row>(runs: readonly Run[]) => {
      const names = runs.map(({ statement }) => statement.name);
      held.sent.push(...names);
      for (const name of names) await held.before(name);
      const answers = await database.queryTogether<Row>(runs);
      for (const name of names) await held.after(name);
      return answers;
    },
    generation: () => database.generation() + held.reconnected,
  };
  return held;
}

/** A promise and the call that resolves it. */
export function latch(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
