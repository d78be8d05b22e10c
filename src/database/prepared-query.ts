import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { Statement } from './database.ts';

/** What the columns of a statement are called, and how the text of each becomes a value. */
interface Shape {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

/** The part of pg's connection that sends messages. */
interface Wire {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  stream: { cork(): void; uncork(): void };
  parse(config: { name: string; text: string }): void;
  bind(config: { statement: string; values: unknown[] }): void;
  describe(config: { type: 'P'; name: string }): void;
  execute(config: object): void;
  sync(): void;
}

const shapes = new WeakMap<Wire, Map<string, Shape>>();

/**
 * A prepared statement on its way, in the form that pg takes queries of others in. It asks a connection only once what the
 * columns of a statement are, where pg's own query asks each time, and makes plain rows of them.
 */
export class PreparedQuery implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly rows: Record<string, unknown>[] = [];
  /** Set by pg, around the callback that it was given. */
  callback: ((error: Error | null) => void) | undefined;
  readonly #runs: unknown[][];
  readonly #numbered: boolean;
  #run = 0;
  readonly #types: pg.CustomTypesConfig;
  #shape: Shape | undefined;
  #shapes: Map<string, Shape> | undefined;

  constructor({ name, text, each = false }: Statement, values: unknown[], types: pg.CustomTypesConfig) {
    this.name = name;
    this.text = text;
    const runs = each ? (values as unknown[][]) : [values];
    this.#runs = runs.map((run) => run.map((value) => prepareValue(value)));
    this.#numbered = each;
    this.#types = types;
  }

  /** As pg has it, an error that is returned here is handed to handleError, and nothing is sent. */
  submit(connection: unknown): Error | undefined {
    const wire = connection as Wire;
    const prepared = wire.parsedStatements[this.name];
    if (prepared !== undefined && prepared !== this.text) return new Error(`Two statements are called ${this.name}.`);
    const known = shapes.get(wire) ?? new Map<string, Shape>();
    shapes.set(wire, known);
    this.#shapes = known;
    this.#shape = known.get(this.name);
    wire.stream.cork();
    try {
      if (prepared === undefined) {
        wire.parse({ name: this.name, text: this.text });
        wire.submittedNamedStatements[this.name] = this.text;
      }
      for (const [index, values] of this.#runs.entries()) {
        wire.bind({ statement: this.name, values });
        if (!this.#shape && index === 0) wire.describe({ type: 'P', name: '' });
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
    const row: Record<string, unknown> = this.#numbered ? { nth: this.#run } : {};
    for (let i = 0; i < names.length; i += 1) {
      const text = fields[i]!;
      row[names[i]!] = text === null ? null : parsers[i]!(text);
    }
    this.rows.push(row);
  }

  handleCommandComplete(): void {
    this.#run += 1;
  }

  handleReadyForQuery(): void {
    this.callback?.(null);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
