import type { ScannedEntry } from './scan-result.ts';

/** The character that stands for bytes which are not valid UTF-8. */
const NO_TEXT = '\uFFFD';

/**
 * Why an entry is not synchronised. `NAME_NOT_TEXT`: its name is not UTF-8; `NOT_A_FILE`: a link, a device or a pipe;
 * `HOLLOW`: a file that consists almost only of holes.
 */
export function whyNotSynced({ kind, name }: Pick<ScannedEntry, 'kind' | 'name'>): string {
  if (kind !== 'other') return 'HOLLOW';
  // The disk reports a file with such a name as `other`, because no path leads to it.
  return name.includes(NO_TEXT) ? 'NAME_NOT_TEXT' : 'NOT_A_FILE';
}
