export type Container = unknown[] | Record<string, unknown>;

export interface Line {
  name: string;
  depth: number;
  /** What stands there; of a group what it calls itself, if anything. */
  text: string;
  /** Whether it only names what stands below it. */
  group?: boolean;
}

/** A value with all that is in it, one line each. */
export function linesOf({ name, depth }: { name: string; depth: number }, value: unknown): Line[] {
  if (!isContainer(value)) return [{ name, depth, text: textOf(value) }];
  if (isEmpty(value)) return [{ name, depth, text: headOf(name, value) }];
  const inner = Object.entries(value).flatMap(([key, child]) => linesOf({ name: key, depth: depth + 1 }, child));
  return [{ name, depth, text: headOf(name, value), group: true }, ...inner];
}

/** What stands at the head of a list or an object; an endpoint is called by its method and path. */
export function headOf(place: string, value: Container): string {
  if (isEmpty(value)) return textOf(value);
  if (Array.isArray(value) || !/^\d+$/.test(place)) return '';
  const { method, path } = value;
  return typeof method === 'string' && typeof path === 'string' ? `${method} ${path}` : '';
}

export const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

export const isEmpty = (value: Container): boolean => Object.keys(value).length === 0;

/** A value without anything in it, as it reads: text without quotes. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
