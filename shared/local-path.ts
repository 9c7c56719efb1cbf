/**
 * Whether an absolute path is one of Windows, by its form: `C:\…`, `C:/…`, `\\server\…`, `\\?\…`. Only there does a backslash
 * separate names.
 */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:(?:[/\\]|$)|\\\\)/.test(path);
}

/**
 * The absolute path of something in a folder, with the separators of the folder's system.
 * @param path inside the folder, joined by `/`; empty for the folder itself.
 */
export function pathBelow(folder: string, path: string): string {
  if (path === '') return folder;
  if (isWindowsPath(folder)) return `${folder.replace(/[/\\]+$/, '')}\\${path.replaceAll('/', '\\')}`;
  return `${folder.replace(/\/+$/, '')}/${path}`;
}

/**
 * A typed path inside a mirrored folder: its names joined by `/`.
 * @param absolute the same path as an absolute one, which tells the system it was typed on; null when that is not known.
 */
export function insidePath(typed: string, absolute: string | null): string {
  const separator = isWindowsPath(absolute ?? typed) ? /[/\\]/ : '/';
  return typed
    .split(separator)
    .filter(name => name !== '' && name !== '.')
    .join('/');
}

/** The last name of a path whose names are joined by `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path of the folder that something is in; empty at the top. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The path of a name in a folder, whose own path is empty at the top. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
