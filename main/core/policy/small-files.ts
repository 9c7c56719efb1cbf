import { KIB } from '../../../shared/units.ts';

const SMALL_BYTES = 256 * KIB;

/**
 * Whether all of a file is kept in memory while it travels, and it is through before a limit of speed that is set later
 * could matter, or a progress could be shown.
 */
export function isSmall(sizeBytes: number): boolean {
  return sizeBytes <= SMALL_BYTES;
}
