/** How many bytes a second may travel. 0: as many as there can. */
export interface Limits {
  readonly upBytesPerSecond: number;
  readonly downBytesPerSecond: number;
  /** When they hold, in minutes since midnight by this computer's clock, past midnight too; null: always. */
  readonly hours: { readonly from: number; readonly to: number } | null;
}

export const NO_LIMITS: Limits = { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null };

const MINUTES_OF_A_DAY = 24 * 60;

/** The limit of one direction at a time of the day. */
export function limitAt(limits: Limits, direction: 'up' | 'down', minuteOfDay: number): number {
  if (limits.hours !== null && !isWithin(limits.hours, minuteOfDay)) return 0;
  return direction === 'up' ? limits.upBytesPerSecond : limits.downBytesPerSecond;
}

/** Hours that begin and end at the same minute are the whole day. */
function isWithin({ from, to }: { from: number; to: number }, minute: number): boolean {
  if (from === to) return true;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The stricter of two limits, where 0 is none. */
export function stricter(one: number, other: number): number {
  if (one === 0 || other === 0) return Math.max(one, other);
  return Math.min(one, other);
}

/** Minutes since midnight of a moment, by a clock so many minutes east of UTC. */
export function minuteOfDay(epochMs: number, minutesEast: number): number {
  const minutes = Math.floor(epochMs / 60_000) + minutesEast;
  return ((minutes % MINUTES_OF_A_DAY) + MINUTES_OF_A_DAY) % MINUTES_OF_A_DAY;
}

/**
 * When everything that was let through so far has been paid for with time, on a scale that never goes back. A bucket
 * that holds nothing: a rest is not saved up for a burst.
 */
export interface Bucket {
  readonly paidAtMs: number;
}

/** Nothing was taken yet. */
export const EMPTY_BUCKET: Bucket = { paidAtMs: 0 };

/** Takes some bytes: the bucket then, and how long to wait before they may go on, in milliseconds. */
export function take(
  bucket: Bucket,
  { sizeBytes, bytesPerSecond, nowMs }: { sizeBytes: number; bytesPerSecond: number; nowMs: number },
): { readonly bucket: Bucket; readonly waitMs: number } {
  if (bytesPerSecond <= 0) return { bucket: { paidAtMs: nowMs }, waitMs: 0 };
  const paidAtMs = Math.max(bucket.paidAtMs, nowMs) + (sizeBytes * 1000) / bytesPerSecond;
  return { bucket: { paidAtMs }, waitMs: paidAtMs - nowMs };
}

const LARGEST_PIECE_BYTES = 64 * 1024;
const SMALLEST_PIECE_BYTES = 1024;

/** How many bytes go at once under a limit: about a quarter of a second's worth, so that a change is soon felt. */
export function pieceBytes(bytesPerSecond: number): number {
  return Math.min(LARGEST_PIECE_BYTES, Math.max(SMALLEST_PIECE_BYTES, Math.ceil(bytesPerSecond / 4)));
}
