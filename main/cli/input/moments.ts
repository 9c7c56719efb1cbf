import { InvalidArgumentError } from 'commander';

import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/units.ts';

const UNITS: { readonly [unit: string]: number } = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };
/** Longer is more likely a slip of the finger; without an end there is a way of its own. */
const LONGEST_DAYS = 366;

/** A length of time such as `45m`, `2h` or `1d`, in milliseconds. @throws InvalidArgumentError. */
export function durationOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit ?? ''] ?? NaN);
  if (!(ms > 0 && ms <= LONGEST_DAYS * DAY))
    throw new InvalidArgumentError('Write a length of time such as 45m, 2h or 1d.');
  return ms;
}

/** A moment such as `2026-11-20`, `2026-11-20T14:00`, or so long ago such as `12h`, in ms since the epoch. */
export function momentOf(text: string): number {
  if (/^\d{1,6}[smhd]$/.test(text)) return Date.now() - durationOf(text);
  const [, year, month, day, rest = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d))?$/.exec(text) ?? [];
  const minutes = rest === '' ? 0 : timeOfDay(rest);
  const at = new Date(Number(year), Number(month) - 1, Number(day), 0, minutes).getTime();
  if (Number.isNaN(at))
    throw new InvalidArgumentError('Write a day such as 2026-11-20, or a length of time such as 7d.');
  return at;
}

/** Hours and minutes of a day such as `08:00`, as minutes since midnight. @throws InvalidArgumentError. */
export function timeOfDay(text: string): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) throw new InvalidArgumentError('Write a time of day such as 08:00.');
  return Number(hours) * 60 + Number(minutes);
}

/** When it is that time of day here the next time, in milliseconds since the epoch. */
export function nextTime(minutesOfDay: number, now: Date): number {
  const at = new Date(now);
  at.setHours(Math.floor(minutesOfDay / 60), minutesOfDay % 60, 0, 0);
  if (at.getTime() <= now.getTime()) at.setDate(at.getDate() + 1);
  return at.getTime();
}
