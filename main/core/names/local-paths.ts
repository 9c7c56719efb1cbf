import { isWindowsPath } from '../../../shared/local-path.ts';
import { EXACT_NAMES, keyOn, type VolumeNames } from './volume-names.ts';

/**
 * An absolute path in the one form in which paths are compared: names joined by `/`, with nothing at the end, so that the
 * uppermost folder is empty, or `C:`, or `//server/share`. `\\?\C:\x` is `C:/x`.
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
 * The part of a path that lies inside a folder, joined by `/`; empty for the folder itself, null when it lies elsewhere.
 * Both are absolute, with links resolved. Paths of Windows that differ in case alone are one path: a folder there that holds
 * two such names apart is rare, and to take its two for one costs a refusal, never a file.
 * @param names what the folder's volume makes of names.
 */
export function pathInside(path: string, folder: string, names: VolumeNames = EXACT_NAMES): string | null {
  const [plain, above] = [plainPath(path), plainPath(folder)];
  const foldsCase = names.foldsCase || isWindowsPath(folder);
  const keyOf = (text: string): string => keyOn({ ...names, foldsCase }, text);
  if (keyOf(plain) === keyOf(above)) return '';
  if (!keyOf(plain).startsWith(`${keyOf(above)}/`)) return null;
  // Counted in names: a key may be longer than its name.
  return plain.split('/').slice(above.split('/').length).join('/');
}

/** Whether a path is a folder, or lies in it; as `pathInside` compares. */
export function isInside(path: string, folder: string, names?: VolumeNames): boolean {
  return pathInside(path, folder, names) !== null;
}

/** Whether two absolute paths are one place; as `pathInside` compares. */
export function isSamePath(one: string, other: string, names?: VolumeNames): boolean {
  return pathInside(one, other, names) === '';
}
