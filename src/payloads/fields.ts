import { z } from 'zod';

// The pieces that payload types are made of. Nothing here may transform or default a value: payloads are kept as they were sent.

/** Text that holds something other than white space. */
export const requiredText = z.string().regex(/\P{White_Space}/u, 'must hold something other than white space');

/** Text that may be empty. */
export const text = z.string();

/** Strings, or none: `[]` is allowed, and so are empty strings. */
export const stringList = z.array(z.string());

/**
 * An object with these fields and any others. Refuses, when the server starts, a field that is called like something
 * that every object inherits (`constructor`): zod reads inherited members too, so such a field would never be missing.
 */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  const inherited = Object.getOwnPropertyNames(shape).find((name) => name in Object.prototype);
  if (inherited)
    throw new Error(`A payload field cannot be called ${inherited}: every object inherits a member of that name.`);
  return z.looseObject(shape);
}
