import type { ScannedEntry } from './scan-result.ts';

/** What stands in a name for bytes that are no text. */
const NO_TEXT = '\uFFFD';

/**
 * Why a thing on the disk that is no file or folder like others is neither sent nor replaced: `NAME_NOT_TEXT`, its name is
 * not UTF-8; `NOT_A_FILE`, a link, a device or a pipe; `HOLLOW`, a file of which nearly all is empty.
 */
export function whyNotSynced({ kind, name }: Pick<ScannedEntry, 'kind' | 'name'>): string {
  if (kind !== 'other') return 'HOLLOW';
  // The disk calls what has such a name no file, even where it is one.
  return name.includes(NO_TEXT) ? 'NAME_NOT_TEXT' : 'NOT_A_FILE';
}
