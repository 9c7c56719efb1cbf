import { HOUR, MINUTE, SECOND } from '../../units.ts';

/** How the moments of a column are written. */
export type MomentForm = 'year-first' | 'day-first' | 'month-first' | 'duration';

const TIME = String.raw`(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?\s*([AaPp][Mm])?\s*(?:Z|UTC|GMT)?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})${TIME}$`);
const DURATION = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6}))?)?$/;

/**
 * How all these fields are written as moments; null: not all are moments, or days and months cannot be told apart (`03/04/2026`
 * everywhere).
 */
export function momentForm(fields: readonly string[]): MomentForm | null {
  const filled = fields.map(field => field.trim()).filter(field => field !== '');
  if (filled.length < 2) return null;
  if (filled.every(field => YEAR_FIRST.test(field))) return 'year-first';
  if (filled.every(field => DURATION.test(field))) return 'duration';
  const parts = filled.map(field => YEAR_LAST.exec(field));
  if (parts.some(each => each === null)) return null;
  if (parts.every(each => each?.[2] === '.') || parts.some(each => Number(each?.[1]) > 12)) return 'day-first';
  return parts.some(each => Number(each?.[3]) > 12) ? 'month-first' : null;
}

/** A moment in milliseconds since 1970 in UTC, a duration in seconds; NaN: none. */
export function momentIn(field: string, form: MomentForm): number {
  const text = field.trim();
  if (form === 'duration') return durationIn(text);
  const parts = form === 'year-first' ? YEAR_FIRST.exec(text) : YEAR_LAST.exec(text);
  if (parts === null) return Number.NaN;
  if (form === 'year-first')
    return dayStart(Number(parts[1]), Number(parts[2]), Number(parts[3])) + clockOf(parts.slice(4));
  const [day, month] = form === 'day-first' ? [parts[1], parts[3]] : [parts[3], parts[1]];
  return dayStart(Number(parts[4]), Number(month), Number(day)) + clockOf(parts.slice(5));
}

function durationIn(text: string): number {
  const parts = DURATION.exec(text);
  if (parts === null) return Number.NaN;
  const [, first, second, third = '0', rest = '0'] = parts;
  // Two parts are hours and minutes, as clocks and instruments write them.
  return Number(first) * 3600 + Number(second) * 60 + Number(third) + Number(`0.${rest}`);
}

/** NaN for a day that no month has. */
function dayStart(year: number, month: number, day: number): number {
  const at = Date.UTC(year, month - 1, day);
  const told = new Date(at);
  return told.getUTCMonth() === month - 1 && told.getUTCDate() === day ? at : Number.NaN;
}

function clockOf([hour = '0', minute = '0', second = '0', part = '0', half]: readonly (string | undefined)[]): number {
  const isLate = half?.toLowerCase() === 'pm' && Number(hour) < 12;
  const isNight = half?.toLowerCase() === 'am' && Number(hour) === 12;
  const hours = Number(hour) + (isLate ? 12 : isNight ? -12 : 0);
  return hours * HOUR + Number(minute) * MINUTE + Number(second) * SECOND + Number(`0.${part}`) * SECOND;
}
