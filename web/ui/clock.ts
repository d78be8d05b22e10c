import { signal } from '@preact/signals';

/** The time, moved on every few seconds: what says "2 minutes ago" reads it. */
export const now = signal(Date.now());

setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 5_000);
document.addEventListener('visibilitychange', () => {
  now.value = Date.now();
});

const STEPS: [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [3_600, 60, 'minute'],
  [86_400, 3_600, 'hour'],
  [86_400 * 14, 86_400, 'day'],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** How long ago a moment was, as one says it: "just now", "5 min ago", a date where it is long ago. */
export function ago(time: string | number, from: number): string {
  const moment = new Date(time).getTime();
  const seconds = Math.max((from - moment) / 1000, 0);
  if (seconds < 45) return 'just now';
  const step = STEPS.find(([limit]) => seconds < limit);
  return step ? relative.format(-Math.max(Math.round(seconds / step[1]), 1), step[2]) : day.format(moment);
}

export const exactTime = (time: string): string => exact.format(new Date(time));
