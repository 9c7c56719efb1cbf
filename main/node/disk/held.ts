import { windowsFiles } from '../windows-files.ts';
import { codeOf, refused } from './system-error.ts';

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
 * What was thrown, as `disk-refused` with EBUSY where another program has the file open: Windows gives other reasons for it,
 * too. @param at where the file is on this system. @param shown how a fault names it.
 */
export async function asHeld(thrown: unknown, at: string, shown: string): Promise<unknown> {
  if (process.platform !== 'win32' || !MAY_BE_HELD.has(codeOf(thrown) ?? '')) return thrown;
  return (await isHeldByOthers(at)) ? refused(shown, 'EBUSY') : thrown;
}
