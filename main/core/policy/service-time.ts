import { DAY, SECOND } from '../../../shared/units.ts';
import { isoTime } from '../calendar.ts';

/** A second is over, also for a service that answers from a copy a little old, so long after it was first seen. */
const SURELY_OVER_MS = 2 * SECOND;
/** What the service says of its own time is as coarse as that, too. */
const SAID_MS = SECOND;

/** When a head was read; ms since the epoch. */
export interface Reading {
  /** By our clock. */
  readonly now: number;
  /** By the service's clock, at the earliest; null when it does not say what time it is there. */
  readonly askedAt: number | null;
}

/**
 * The service's word for when a file changed, as it is remembered with a head. A time in whole seconds cannot tell two
 * edits within one second apart (R19): until the second is surely over it carries a mark, which makes it unequal to what
 * lists say, so that the next look reads the head once more. The mark has the moment of its first reading by our clock,
 * which may be wrong, or jump; what says the time at the service may be another clock than the one that stamps files. So it
 * is over when both agree that it is.
 * @param before what was remembered until now.
 */
export function rememberedTime(time: string | null, before: string | null, { now, askedAt }: Reading): string | null {
  if (time === null || /\.\d*[1-9]/.test(time)) return time;
  // Whatever clocks differ by: a second that long ago is over.
  if (isBefore(time, (askedAt ?? now) - DAY)) return time;
  if (askedAt !== null && !isSecondOver(time, askedAt)) return `${time}?${now}`;
  const since = before?.startsWith(`${time}?`) === true ? Number(before.slice(time.length + 1)) : now;
  // A clock that was set back begins anew.
  if (since > now) return `${time}?${now}`;
  return now - since >= SURELY_OVER_MS ? time : `${time}?${since}`;
}

/** Whether the second of a time was over at the service, by what it says of its own clock. */
export function isSecondOver(time: string, askedAt: number): boolean {
  return /\.\d*[1-9]/.test(time) || isBefore(time, askedAt - SURELY_OVER_MS - SAID_MS);
}

function isBefore(time: string, epochMs: number): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time) && time < isoTime(epochMs);
}

/** The time in an answer to a change of ours: its second is never over, whatever our clock says. */
export function justNow(time: string | null, now: number): string | null {
  return time === null || /\.\d*[1-9]/.test(time) ? time : `${time}?${now}`;
}

/** Whether a list says of a file that nothing happened since its head was read. */
export function isSameTime(listed: string | null, remembered: string | null): boolean {
  return listed !== null && listed === remembered;
}

/** Whether what is told is surely from before what is remembered. Where either is no time, or unknown, nothing is sure. */
export function isEarlierTime(told: string | null, remembered: string | null): boolean {
  const [one, other] = [told, remembered].map(comparable);
  return typeof one === 'string' && typeof other === 'string' && one < other;
}

/** A time in a form that sorts like what it means, with any number of digits after its seconds; null when it is none. */
function comparable(time: string | null): string | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d*?)0*)?Z$/.exec(plainTime(time) ?? '');
  return parts === null ? null : `${parts[1]}.${parts[2] ?? ''}`;
}

/** A remembered time without its mark, for people. */
export function plainTime(remembered: string | null): string | null {
  return remembered?.replace(/\?.*$/, '') ?? null;
}
