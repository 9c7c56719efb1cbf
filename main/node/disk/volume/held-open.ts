import { windowsFiles } from '../../system/windows-files.ts';
import type { Reach } from './held-folders.ts';
import { codeOf, inUse } from '../system-error.ts';

/** How Windows says that another program has something open: by name, or as a mere refusal. */
const MAY_BE_HELD = new Set(['EBUSY', 'EPERM', 'EACCES']);

/**
 * Whether another program has what is at a path open so that it can be neither renamed nor replaced: only Windows forbids
 * that. A folder is held by what is open in it, too, which is not told before it is tried.
 */
export async function isHeldByOthers(path: string): Promise<boolean> {
  return (await windowsFiles())?.isHeld(path) === true;
}

/**
 * What was thrown by a call on a path, as `disk-refused` with EBUSY where another program has the file open: Windows gives
 * other reasons for it, too.
 */
export async function asHeld(thrown: unknown, reach: Reach, path: string): Promise<unknown> {
  if (process.platform !== 'win32' || !MAY_BE_HELD.has(codeOf(thrown) ?? '')) return thrown;
  return (await isHeldByOthers(reach.locate(path))) ? inUse(path) : thrown;
}
