/** A payload, or an object in one. The server has validated the fields of its type; there may be any others. */
export type Fields = Record<string, unknown>;

/** The fields that are not among the known ones, in their order. */
export const fieldsWithout = (fields: Fields, known: string[]): [string, unknown][] =>
  Object.entries(fields).filter(([name]) => !known.includes(name));

/** `auth_required` as one reads it: "Auth required". */
export const words = (name: string): string => {
  const spaced = name.replace(/_/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
