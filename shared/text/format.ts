import { DAY, HOUR, MINUTE, SECOND } from '../units.ts';

/** Dates and numbers stand in English sentences, so they are written the same way everywhere: day first, 24 hours. */
const LOCALE = 'en-GB';

/** Where a moment is told. Left out: the computer's own time zone. */
export interface Zone {
  readonly timeZone?: string;
}

const UNITS = ['kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A size as people read it, decimal: `812 B`, `1.2 GB`. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${sizeBytes} B`;
  let value = sizeBytes;
  let unit: string = 'B';
  for (const next of UNITS) {
    // 999.5 would be rounded to 1000, which the next unit says better.
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${formatNumber(value < 99.95 ? Math.round(value * 10) / 10 : Math.round(value))} ${unit}`;
}

/** What stays in one line: a number with its unit, a day with its time. */
export function inOneLine(text: string): string {
  return text.replaceAll(' ', '\u{a0}');
}

/** A size to the byte: `1,234,567 bytes`. */
export function formatExactBytes(sizeBytes: number): string {
  return formatCount(sizeBytes, 'byte');
}

/** A number and its noun: `1 file`, `12,000 files`. `many` when the plural takes more than an s. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A whole or broken number with its thousands apart. */
export function formatNumber(value: number): string {
  // Most numbers are counts below a thousand; loading what separates thousands takes some milliseconds.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return value.toFixed(0);
  numbers ??= new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
  return numbers.format(value);
}

/** How long ago, in a few letters: `just now`, `40 s ago`, `2 min ago`, `3 h ago`, `5 days ago`. A future moment is `just now`. */
export function formatAgo(atMs: number, nowMs: number): string {
  const passed = nowMs - atMs;
  if (passed < 5 * SECOND) return 'just now';
  if (passed < MINUTE) return `${Math.floor(passed / SECOND)} s ago`;
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  return `${formatCount(Math.floor(passed / DAY), 'day')} ago`;
}

/** A wait that is still to come, rounded up: `34 s`, `5 min`, `2 h`. */
export function formatWait(ms: number): string {
  if (ms <= 90 * SECOND) return `${Math.max(0, Math.ceil(ms / SECOND))} s`;
  return ms <= 90 * MINUTE ? `${Math.ceil(ms / MINUTE)} min` : `${Math.ceil(ms / HOUR)} h`;
}

/** Others tell us times, and what is none must not end a whole screen. */
const NO_TIME = 'unknown time';

/** The time of day: `14:02`. */
export function formatClock(atMs: number, zone: Zone = {}): string {
  if (Number.isNaN(atMs)) return NO_TIME;
  return dates({ hour: '2-digit', minute: '2-digit', ...zone }).format(atMs);
}

/** A moment for a column: `Today 14:02`, `Yesterday 09:10`, `18 Nov 14:02`, in other years `18 Nov 2025`. */
export function formatMoment(atMs: number, nowMs: number, zone: Zone = {}): string {
  if (Number.isNaN(atMs)) return NO_TIME;
  const apart = daysApart(atMs, nowMs, zone);
  if (apart === 0) return `Today ${formatClock(atMs, zone)}`;
  if (apart === 1) return `Yesterday ${formatClock(atMs, zone)}`;
  const sameYear = year(atMs, zone) === year(nowMs, zone);
  const day = dates({ day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }), ...zone }).format(atMs);
  return sameYear ? `${day} ${formatClock(atMs, zone)}` : day;
}

/** A moment as `formatMoment` writes it, in the middle of a sentence: `since today 14:02`. */
export function inSentence(moment: string): string {
  return moment.replace(/^(?:Today|Yesterday)/, day => day.toLowerCase());
}

/** A moment that is to come, as `shown` writes it. One that has passed is `now`: what was to be done is due. */
export function formatComing(atMs: number, nowMs: number, shown: (atMs: number) => string): string {
  return atMs <= nowMs ? 'now' : shown(atMs);
}

/** A moment in full: `20 November 2026, 14:02:09`. */
export function formatExact(atMs: number, zone: Zone = {}): string {
  if (Number.isNaN(atMs)) return NO_TIME;
  const day = dates({ day: 'numeric', month: 'long', year: 'numeric', ...zone }).format(atMs);
  return `${day}, ${dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', ...zone }).format(atMs)}`;
}

/** Whole percent of a transfer that is done, 0 to 100; an empty file is done. */
export function percent(doneBytes: number, sizeBytes: number): number {
  return sizeBytes <= 0 ? 100 : Math.min(100, Math.floor((doneBytes / sizeBytes) * 100));
}

let numbers: Intl.NumberFormat | undefined;

/** Making a format costs a thousand times what using it does, and lists use a few of them very often. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify(options);
  const made = dateFormats.get(name) ?? new Intl.DateTimeFormat(LOCALE, options);
  dateFormats.set(name, made);
  return made;
}

/** Calendar days between two moments; negative when `atMs` is on a later day. */
function daysApart(atMs: number, nowMs: number, zone: Zone): number {
  return Math.round((dayStart(nowMs, zone) - dayStart(atMs, zone)) / DAY);
}

/** Midnight UTC of the calendar day that `atMs` falls on in the zone: days are counted, not hours. */
function dayStart(atMs: number, zone: Zone): number {
  const parts = dates({ day: 'numeric', month: 'numeric', year: 'numeric', ...zone }).formatToParts(atMs);
  const part = (type: string): number => Number(parts.find(each => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'));
}

function year(atMs: number, zone: Zone): string {
  return dates({ year: 'numeric', ...zone }).format(atMs);
}
