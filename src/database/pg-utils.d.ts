/** pg publishes this module (pg-cursor uses it too), but its types do not know it. */
declare module 'pg/lib/utils.js' {
  /** The text (or bytes) that a value is sent as. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
