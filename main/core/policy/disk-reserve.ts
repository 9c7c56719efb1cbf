const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** A volume's room, in bytes; `totalBytes` 0: not known. */
export interface Space {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * How much stays free when we download: a fiftieth of the volume, at most 1 GiB, at least 1 MiB. A disk that we filled to
 * its last byte would keep every other program from saving.
 */
export function reserveBytes({ totalBytes }: Pick<Space, 'totalBytes'>): number {
  return Math.max(MIB, Math.min(GIB, Math.floor(totalBytes / 50)));
}

/** What our own records need on their volume, to go on recording what is sent. */
export const RECORDS_BYTES = 16 * MIB;

/** Whether so many bytes fit; `promisedBytes` are on their way to the same volume. */
export function hasRoom(space: Space, sizeBytes: number, promisedBytes = 0): boolean {
  return space.freeBytes >= sizeBytes + promisedBytes + reserveBytes(space);
}
