const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Space on a volume, in bytes; `totalBytes` 0 means unknown. */
export interface Space {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * How many bytes downloads leave free: 2 % of the volume, from 1 MiB to 1 GiB. On a full disk no program could save.
 */
export function reserveBytes({ totalBytes }: Pick<Space, 'totalBytes'>): number {
  return Math.max(MIB, Math.min(GIB, Math.floor(totalBytes / 50)));
}

/** How much space the journal needs to record what is sent. */
export const RECORDS_BYTES = 16 * MIB;

/**
 * Whether a file fits.
 * @param promisedBytes downloads on their way to the same volume.
 */
export function hasRoom(space: Space, sizeBytes: number, promisedBytes = 0): boolean {
  return space.freeBytes >= sizeBytes + promisedBytes + reserveBytes(space);
}
