/**
 * Calendar arithmetic without a clock and without `Date`: the core is pure and knows only the times that it is given.
 */

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly milli: number;
}

/** Milliseconds since the Unix epoch as ISO 8601 in UTC: `2026-11-20T14:03:07.042Z`. */
export function isoTime(epochMs: number): string {
  const { year, month, day, hour, minute, second, milli } = civil(Math.floor(epochMs));
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T${padded(hour, 2)}:${padded(minute, 2)}:${padded(second, 2)}.${padded(milli, 3)}Z`;
}

/**
 * Local wall time for file names: `2026-11-20 14.03`. Contains no character that a file system refuses.
 * @param minutesEast offset of local time from UTC at that moment, in minutes.
 */
export function fileNameTime(epochMs: number, minutesEast: number): string {
  const { year, month, day, hour, minute } = civil(Math.floor(epochMs) + minutesEast * 60_000);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)} ${padded(hour, 2)}.${padded(minute, 2)}`;
}

/** Parses an ISO 8601 time in UTC as `isoTime` writes it. @returns ms since the epoch; null for any other text. */
export function isoMs(text: string): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:?00)$/.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1, 7).map(Number);
  const milli = Math.floor(Number(`0.${found[7] ?? '0'}`) * 1000);
  return ((daysBefore(year, month) + day - 1) * 24 + hours) * 3_600_000 + minutes * 60_000 + seconds * 1000 + milli;
}

/** The first moment of a day in UTC, in ms since the epoch; null when the calendar has no such day. */
export function dayStart(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1) return null;
  const first = daysBefore(year, month);
  const next = month === 12 ? daysBefore(year + 1, 1) : daysBefore(year, month + 1);
  return day > next - first ? null : (first + day - 1) * 86_400_000;
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

/** Date and time of day in the Gregorian calendar, counted in eras of 400 years: one era is always 146,097 days. */
function civil(epochMs: number): CalendarDate {
  const days = Math.floor(epochMs / 86_400_000);
  const inDay = epochMs - days * 86_400_000;
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
    hour: Math.floor(inDay / 3_600_000),
    minute: Math.floor(inDay / 60_000) % 60,
    second: Math.floor(inDay / 1000) % 60,
    milli: inDay % 1000,
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Parses an HTTP date such as `Sun, 22 Nov 2026 03:21:53 GMT` (RFC 9110, 5.6.7). @returns ms since the epoch; null for
 * any other text.
 */
export function httpTime(header: string): number | null {
  const [, day, name = '', year, ...time] =
    /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/.exec(header) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) return null;
  const [hours = 0, minutes = 0, seconds = 0] = time.map(Number);
  const days = daysBefore(Number(year), month) + Number(day) - 1;
  return ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000;
}

/** Parses an ISO 8601 time with a zone. @returns ms since the epoch; null for any other text. */
export function isoMoment(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:Z|([+-])(\d{2}):?(\d{2}))$/.exec(
    text,
  );
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1, 7)
    .map(part => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31 || hours > 24 || minutes > 59 || seconds > 60) return null;
  const milli = Math.floor(Number(`0.${parts[7] ?? '0'}`) * 1000);
  const east = (parts[8] === '-' ? -1 : 1) * (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0));
  const days = daysBefore(year, month) + day - 1;
  return ((days * 24 + hours) * 60 + minutes - east) * 60_000 + seconds * 1000 + milli;
}

/** Days from the epoch to the first day of a month. */
function daysBefore(year: number, month: number): number {
  // A year that begins in March ends with the leap day, so that the months before it follow one formula.
  const shifted = month > 2 ? year : year - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  const inYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return shifted * 365 + leapDays + inYear - 719_468;
}
