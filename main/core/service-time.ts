import { DAY, SECOND } from '../../shared/units.ts';
import { isoTime } from './calendar.ts';

/** A second is over, also for a service that answers from a copy a little old, so long after it was first seen. */
const SURELY_OVER_MS = 2 * SECOND;

/**
 * The service's word for when a file changed, as it is remembered with a head that was read at `now` (ms since the
 * epoch). A time in whole seconds cannot tell two edits within one second apart (R19): until the second is surely over it
 * carries a mark with the moment of its first reading, which makes it unequal to what lists say, so that the next look
 * reads the head once more.
 * @param before what was remembered until now.
 */
export function rememberedTime(time: string | null, before: string | null, now: number): string | null {
  if (time === null || /\.\d*[1-9]/.test(time)) return time;
  // Whatever the two clocks differ by: a second that long ago is over.
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time) && time < isoTime(now - DAY)) return time;
  const since = before?.startsWith(`${time}?`) === true ? Number(before.slice(time.length + 1)) : now;
  // A clock that was set back begins anew.
  if (since > now) return `${time}?${now}`;
  return now - since >= SURELY_OVER_MS ? time : `${time}?${since}`;
}

/** Whether a list says of a file that nothing happened since its head was read. */
export function isSameTime(listed: string | null, remembered: string | null): boolean {
  return listed !== null && listed === remembered;
}

/** A remembered time without its mark, for people. */
export function plainTime(remembered: string | null): string | null {
  return remembered?.replace(/\?.*$/, '') ?? null;
}
