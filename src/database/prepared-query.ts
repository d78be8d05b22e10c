import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { Run, Statement } from './database.ts';
import { type Shape, shapesOf, type Wire } from './wire.ts';

export type Rows = Record<string, unknown>[];

export interface Sending {
  runs: readonly Run[];
  types: pg.CustomTypesConfig;
  /** So long an answer is waited for: the connection may lead nowhere. */
  timeoutMs: number;
}

/** In pg's words. */
const giveUp = (reject: (error: Error) => void): void => reject(new Error('Query read timeout'));

/**
 * Prepared statements on their way, in the form that pg takes queries of others in. They ask a connection only once what the
 * columns of a statement are, where pg's own query asks each time, and make plain rows of them. All go in one message,
 * with one Sync behind them: one transaction.
 */
export class PreparedQuery implements pg.Submittable {
  /** Not used: it is how pg tells a caller, and gives up one that waits too long (see send.ts). */
  callback: undefined;
  readonly #runs: readonly Run[];
  readonly #values: unknown[][];
  readonly #types: pg.CustomTypesConfig;
  readonly #rows: Rows[];
  readonly #resolve: (rows: Rows[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  /** The run that is being answered, and its shape. */
  #run = 0;
  #shape: Shape | undefined;
  #shapes: Map<string, Shape> | undefined;

  constructor({ runs, types, timeoutMs }: Sending, resolve: (rows: Rows[]) => void, reject: (error: Error) => void) {
    this.#runs = runs;
    this.#values = runs.map(({ values }) => values.map((value) => prepareValue(value)));
    this.#types = types;
    this.#rows = runs.map(() => []);
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(giveUp, timeoutMs, reject);
  }

  /** What pg remembers as prepared when the database has answered to that. */
  get name(): string {
    return this.#statement().name;
  }

  get text(): string {
    return this.#statement().text;
  }

  /** As pg has it, an error that is returned here is handed to handleError, and nothing is sent. */
  submit(connection: unknown): Error | undefined {
    const wire = connection as Wire;
    const shapes = shapesOf(wire);
    this.#shapes = shapes;
    this.#shape = shapes.get(this.name);
    for (const { statement } of this.#runs) {
      const prepared = wire.parsedStatements[statement.name];
      if (prepared !== undefined && prepared !== statement.text)
        return new Error(`Two statements are called ${statement.name}.`);
    }
    const sent = new Set<string>();
    wire.stream.cork();
    try {
      for (const [index, { statement }] of this.#runs.entries()) {
        const { name, text } = statement;
        const isFirst = !sent.has(name);
        sent.add(name);
        if (isFirst && wire.parsedStatements[name] === undefined) wire.parse({ name, text });
        wire.bind({ statement: name, values: this.#values[index]! });
        if (isFirst && !shapes.has(name)) wire.describe({ type: 'P', name: '' });
        wire.execute({});
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return undefined;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text')),
    };
    this.#shapes!.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers } = this.#shape!;
    const row: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i += 1) {
      const text = fields[i]!;
      row[names[i]!] = text === null ? null : parsers[i]!(text);
    }
    this.#rows[this.#run]!.push(row);
  }

  handleCommandComplete(): void {
    this.#next();
  }

  handleReadyForQuery(): void {
    clearTimeout(this.#timer);
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    clearTimeout(this.#timer);
    this.#reject(error);
  }

  handleEmptyQuery(): void {
    this.#next();
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}

  #statement(): Statement {
    return this.#runs[Math.min(this.#run, this.#runs.length - 1)]!.statement;
  }

  #next(): void {
    this.#run += 1;
    this.#shape = this.#shapes!.get(this.name);
  }
}
