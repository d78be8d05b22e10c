/** What the columns of a statement are called, and how the text of each becomes a value. */
export interface Shape {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

/** The part of pg's connection that sends messages. */
export interface Wire {
  parsedStatements: Record<string, string>;
  stream: { cork(): void; uncork(): void };
  parse(config: { name: string; text: string }): void;
  bind(config: { statement: string; values: unknown[] }): void;
  describe(config: { type: 'P'; name: string }): void;
  execute(config: object): void;
  sync(): void;
}

const shapesByWire = new WeakMap<Wire, Map<string, Shape>>();

/** The shapes of the statements that a connection has run. */
export function shapesOf(wire: Wire): Map<string, Shape> {
  let known = shapesByWire.get(wire);
  if (!known) {
    known = new Map();
    shapesByWire.set(wire, known);
  }
  return known;
}
