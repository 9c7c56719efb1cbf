/** A folder as far as its path matters. */
export interface PlacedFolder {
  readonly id: string;
  readonly parentFolderId: string | null;
  readonly name: string;
}

const TOP = 'files';
const WITHOUT_FOLDER = 'Not in a folder';
const DEEP = 'Deep folders';
/** In UTF-8. Systems take 255 for one name; the number behind a double name needs room. */
const LONGEST_NAME_BYTES = 200;
/** In UTF-8. Longer folder paths would not fit once they are unpacked somewhere. */
const LONGEST_FOLDER_BYTES = 600;

/**
 * Gives files their paths inside a bundle: `files/<folders>/<name>`. Every path is relative, has no `..` and no
 * character that some system refuses, and differs from all others also where upper and lower case or the forms of
 * accents are one. No file has the path of a folder. Remembers each path it gave.
 */
export class SafePaths {
  readonly #folders = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** The number the next double of a path gets, so that many doubles stay cheap. */
  readonly #next = new Map<string, number>();

  /** All folders, in any order. One whose parent is unknown, or that is its own ancestor, stands at the top. */
  constructor(folders: Iterable<PlacedFolder>) {
    for (const reserved of [TOP, `${TOP}/${WITHOUT_FOLDER}`, `${TOP}/${DEEP}`]) this.#taken.add(keyOf(reserved));
    const byId = new Map([...folders].map(folder => [folder.id, folder]));
    for (const folder of byId.values()) this.#place(folder, byId);
  }

  /** The path of one more file; it is taken from now on. */
  pathFor(file: { readonly folderId: string | null; readonly name: string }): string {
    const known = file.folderId === null ? undefined : this.#folders.get(file.folderId);
    return this.#take(known ?? `${TOP}/${WITHOUT_FOLDER}`, file.name);
  }

  /** Parents come first; walks up without recursion, so that no depth can break it. */
  #place(folder: PlacedFolder, byId: ReadonlyMap<string, PlacedFolder>): void {
    const chain: PlacedFolder[] = [];
    const seen = new Set<string>();
    for (let next: PlacedFolder | undefined = folder; next !== undefined && !this.#folders.has(next.id);) {
      if (seen.has(next.id)) break;
      seen.add(next.id);
      chain.unshift(next);
      next = next.parentFolderId === null ? undefined : byId.get(next.parentFolderId);
    }
    for (const each of chain) {
      const above = each.parentFolderId === null ? undefined : this.#folders.get(each.parentFolderId);
      this.#folders.set(each.id, this.#folderPath(above ?? TOP, each));
    }
  }

  #folderPath(above: string, folder: PlacedFolder): string {
    const name = safeName(folder.name);
    const fits = Buffer.byteLength(`${above}/${name}`) <= LONGEST_FOLDER_BYTES;
    return fits ? this.#take(above, name) : this.#take(`${TOP}/${DEEP}`, folder.id);
  }

  #take(above: string, name: string): string {
    const safe = safeName(name);
    const first = keyOf(`${above}/${safe}`);
    let path = `${above}/${safe}`;
    let count = this.#next.get(first) ?? 2;
    for (; this.#taken.has(keyOf(path)); count += 1) path = `${above}/${numbered(safe, count)}`;
    this.#next.set(first, count);
    this.#taken.add(keyOf(path));
    return path;
  }
}

/** One for all paths that some system takes for the same. */
function keyOf(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase();
}

/** `name (2).csv` */
function numbered(name: string, count: number): string {
  const extension = extensionOf(name);
  return `${name.slice(0, name.length - extension.length)} (${count})${extension}`;
}

function extensionOf(name: string): string {
  return /(?<=.)\.[^. ]{1,12}$/u.exec(name)?.[0] ?? '';
}

const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** One path segment that every system takes, as like the name as possible. */
export function safeName(name: string): string {
  const allowed = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]/gu, '_');
  const trimmed = shortened(allowed).replaceAll(/^ +|[. ]+$/g, '');
  const reserved = trimmed.replace(RESERVED, word => `${word}_`);
  return reserved === '' ? '_' : reserved;
}

/** Cut before the extension, never within a character. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  const extension = extensionOf(name);
  let kept = '';
  let bytes = Buffer.byteLength(extension);
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > LONGEST_NAME_BYTES) break;
    kept += character;
  }
  return `${kept}${extension}`;
}
