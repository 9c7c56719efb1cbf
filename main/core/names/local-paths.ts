import { isWindowsPath } from '../../../shared/local-path.ts';
import { EXACT_NAMES, keyOn, type VolumeNames } from './volume-names.ts';

/**
 * An absolute path in the form in which paths are compared: names joined by `/`, nothing at the end. The uppermost
 * folder is empty, `C:` or `//server/share`; `\\?\C:\x` becomes `C:/x`.
 */
export function plainPath(path: string): string {
  if (!isWindowsPath(path)) return path.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  const slashed = path
    .replaceAll('\\', '/')
    .replace(/^\/\/[?.]\/UNC\//i, '//')
    .replace(/^\/\/[?.]\//, '');
  const share = slashed.startsWith('//') ? '/' : '';
  return `${share}${slashed.replaceAll(/\/+/g, '/')}`.replace(/\/$/, '');
}

/**
 * The part of a path inside a folder, joined by `/`; empty for the folder itself, null when the path is elsewhere. Both
 * are absolute, with links resolved. Windows paths that differ only in case count as one path. A folder that holds both
 * is rare there, and taking them for one refuses an operation but never loses a file.
 * @param names how the folder's volume compares names.
 */
export function pathInside(path: string, folder: string, names: VolumeNames = EXACT_NAMES): string | null {
  const [plain, above] = [plainPath(path), plainPath(folder)];
  const foldsCase = names.foldsCase || isWindowsPath(folder);
  const keyOf = (text: string): string => keyOn({ ...names, foldsCase }, text);
  if (keyOf(plain) === keyOf(above)) return '';
  if (!keyOf(plain).startsWith(`${keyOf(above)}/`)) return null;
  // Cut by names, not by characters: the key of a name may be longer than the name.
  return plain.split('/').slice(above.split('/').length).join('/');
}

/** Whether a path is a folder or inside it, compared as `pathInside` does. */
export function isInside(path: string, folder: string, names?: VolumeNames): boolean {
  return pathInside(path, folder, names) !== null;
}

/** Whether two absolute paths are the same, compared as `pathInside` does. */
export function isSamePath(one: string, other: string, names?: VolumeNames): boolean {
  return pathInside(one, other, names) === '';
}
