import type { Statement } from './database.ts';

/**
 * Makes the statement for a shape once and gives that one ever after: one text under one name, which each connection
 * prepares once. A shape is a plain value of few forms (flags and lists of names).
 */
export function statementsBy<Shape>(make: (shape: Shape) => Statement): (shape: Shape) => Statement {
  const made = new Map<string, Statement>();
  return (shape) => {
    const key = JSON.stringify(shape);
    let statement = made.get(key);
    if (!statement) {
      statement = make(shape);
      made.set(key, statement);
    }
    return statement;
  };
}
