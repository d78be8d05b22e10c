import { ago, exactTime, now } from './clock.ts';

/** When something was, relative to now; the exact time on hovering. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {ago(at, now.value)}
    </time>
  );
}
