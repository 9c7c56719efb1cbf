/** Limits of the transfer rate in bytes per second; 0 means no limit. */
export interface Limits {
  readonly upBytesPerSecond: number;
  readonly downBytesPerSecond: number;
  /** The hours in which the limits apply, in minutes since midnight of local time; may span midnight. Null: always. */
  readonly hours: { readonly from: number; readonly to: number } | null;
}

export const NO_LIMITS: Limits = { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null };

const MINUTES_OF_A_DAY = 24 * 60;

/** The limit for one direction at a time of the day. */
export function limitAt(limits: Limits, direction: 'up' | 'down', minuteOfDay: number): number {
  if (limits.hours !== null && !isWithin(limits.hours, minuteOfDay)) return 0;
  return direction === 'up' ? limits.upBytesPerSecond : limits.downBytesPerSecond;
}

/** Hours that start and end at the same minute are the whole day. */
function isWithin({ from, to }: { from: number; to: number }, minute: number): boolean {
  if (from === to) return true;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The stricter of two limits, of which 0 means none. */
export function stricterLimit(one: number, other: number): number {
  if (one === 0 || other === 0) return Math.max(one, other);
  return Math.min(one, other);
}

/** Minutes since midnight in a time zone that is so many minutes east of UTC. */
export function minuteOfDay(epochMs: number, minutesEast: number): number {
  const minutes = Math.floor(epochMs / 60_000) + minutesEast;
  return ((minutes % MINUTES_OF_A_DAY) + MINUTES_OF_A_DAY) % MINUTES_OF_A_DAY;
}

/**
 * A token bucket without capacity: the monotonic time at which all bytes let through so far are paid for. Idle time is
 * not saved up for a burst.
 */
export interface Bucket {
  readonly paidAtMs: number;
}

/** No bytes were taken yet. */
export const EMPTY_BUCKET: Bucket = { paidAtMs: 0 };

/** Takes bytes from the bucket. @returns the new bucket, and how long to wait before sending them, in milliseconds. */
export function takeBytes(
  bucket: Bucket,
  { sizeBytes, bytesPerSecond, nowMs }: { sizeBytes: number; bytesPerSecond: number; nowMs: number },
): { readonly bucket: Bucket; readonly waitMs: number } {
  if (bytesPerSecond <= 0) return { bucket: { paidAtMs: nowMs }, waitMs: 0 };
  // Starting from now and not from the last payment, so that an idle time earns no credit.
  const paidAtMs = Math.max(bucket.paidAtMs, nowMs) + (sizeBytes * 1000) / bytesPerSecond;
  return { bucket: { paidAtMs }, waitMs: paidAtMs - nowMs };
}

const LARGEST_PIECE_BYTES = 64 * 1024;
const SMALLEST_PIECE_BYTES = 1024;

/**
 * How many bytes to send at once under a limit: about a quarter of a second's worth, so that a change of the limit
 * takes effect soon.
 */
export function pieceBytes(bytesPerSecond: number): number {
  return Math.min(LARGEST_PIECE_BYTES, Math.max(SMALLEST_PIECE_BYTES, Math.ceil(bytesPerSecond / 4)));
}
