import { DAY, SECOND } from '../../../shared/units.ts';
import { isoTime } from '../calendar.ts';

/**
 * So long after a second was first seen it is certainly over, even if the service answers from a slightly old replica.
 */
const SURELY_OVER_MS = 2 * SECOND;
/** The service's own time (the Date header) is only precise to this. */
const SAID_MS = SECOND;

/** When a head version was read; ms since the epoch. */
export interface Reading {
  /** By this computer's clock. */
  readonly now: number;
  /** By the service's clock, at the earliest; null when the service does not tell its time. */
  readonly askedAt: number | null;
}

/**
 * The service's time of change as it is stored with a head version. A time in whole seconds cannot distinguish two
 * edits within one second (hazard R19): reading between them would hide the second edit for ever. So until that second
 * is certainly over the stored text carries a mark, which makes it unequal to every listed time: the next poll reads
 * the head again. The mark contains the first reading by this computer's clock. That clock may be wrong or jump, and
 * the service's Date header may come from another clock than its file times, so the second is over only when both say
 * so.
 * @param before the text stored until now.
 */
export function rememberedTime(time: string | null, before: string | null, { now, askedAt }: Reading): string | null {
  if (time === null || /\.\d*[1-9]/.test(time)) return time;
  // However far the clocks differ, a second of a day ago is over.
  if (isBefore(time, (askedAt ?? now) - DAY)) return time;
  if (askedAt !== null && !isSecondOver(time, askedAt)) return `${time}?${now}`;
  const since = before?.startsWith(`${time}?`) === true ? Number(before.slice(time.length + 1)) : now;
  // This computer's clock was set back: count from now again.
  if (since > now) return `${time}?${now}`;
  return now - since >= SURELY_OVER_MS ? time : `${time}?${since}`;
}

/** Whether the second of a time is over by the service's own clock. */
export function isSecondOver(time: string, askedAt: number): boolean {
  return /\.\d*[1-9]/.test(time) || isBefore(time, askedAt - SURELY_OVER_MS - SAID_MS);
}

function isBefore(time: string, epochMs: number): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time) && time < isoTime(epochMs);
}

/** The time in the response to our own change. Its second has never passed, so it always gets the mark. */
export function justNow(time: string | null, now: number): string | null {
  return time === null || /\.\d*[1-9]/.test(time) ? time : `${time}?${now}`;
}

/** Whether a list shows that a file did not change since its head was read. */
export function isSameTime(listed: string | null, remembered: string | null): boolean {
  return listed !== null && listed === remembered;
}

/** Whether a listed time is certainly before the stored one. False when either is missing or cannot be parsed. */
export function isEarlierTime(told: string | null, remembered: string | null): boolean {
  const [one, other] = [told, remembered].map(comparable);
  return typeof one === 'string' && typeof other === 'string' && one < other;
}

/** A form of the time that sorts correctly for any number of fractional digits; null when it is not a time. */
function comparable(time: string | null): string | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d*?)0*)?Z$/.exec(plainTime(time) ?? '');
  return parts === null ? null : `${parts[1]}.${parts[2] ?? ''}`;
}

/** The stored time without its mark, for showing it. */
export function plainTime(remembered: string | null): string | null {
  return remembered?.replace(/\?.*$/, '') ?? null;
}
