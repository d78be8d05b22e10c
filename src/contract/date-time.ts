/** Date, time, fraction, offset. */
const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/i;

/**
 * The moment that an RFC 3339 text names, to the millisecond (finer digits are dropped). Any offset is accepted.
 * Undefined where it is not of that form (a date alone, no offset) or names no moment (February 30, 24:00).
 */
export function parseDateTime(text: string): Date | undefined {
  const parts = RFC_3339.exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (parts === undefined) return undefined;
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute] = parts as FixedParts;
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && offsetHour <= 23 && offsetMinute <= 59;
  return isDay && isTime ? new Date(text.toUpperCase()) : undefined;
}

type FixedParts = [number, number, number, number, number, number, number, number];

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
