import { isNewer } from '../ui/version.ts';

/** The version before (-1) or after (1) another; undefined where there is none up to the current one. */
export function neighbour(version: string, by: number, current: string): string | undefined {
  const [major, minor] = version.split('.').map(Number);
  const next = `${major}.${(minor ?? 0) + by}`;
  return (minor ?? 0) + by < 0 || isNewer(next, current) ? undefined : next;
}
