import type { DropWish } from '../../../../shared/features/drops/model.ts';

/** A file that was chosen or dropped, with the folders it was in. */
export interface Collected {
  readonly path: readonly string[];
  readonly file: File;
}

/** Everything that was chosen or dropped. */
export interface Collection {
  readonly files: readonly Collected[];
  /** Folders with nothing in them. */
  readonly emptyFolders: readonly (readonly string[])[];
  /** What could not be read, by its path. */
  readonly unread: readonly string[];
}

/** What was chosen in the system's dialog: files, or a folder with all that is in it. */
export function collectChosen(files: Iterable<File>): Collection {
  const all = [...files].map(file => ({ path: pathOf(file), file }));
  return { files: all, emptyFolders: [], unread: [] };
}

function pathOf(file: File): readonly string[] {
  return file.webkitRelativePath === '' ? [file.name] : file.webkitRelativePath.split('/');
}

/** What was dropped. To be called while the drop is being handled: afterwards the browser forgets it. */
export function collectDropped({ items, files }: DataTransfer): Promise<Collection> {
  const entries = [...items].filter(({ kind }) => kind === 'file').map(item => item.webkitGetAsEntry());
  const known = entries.filter(entry => entry !== null);
  return known.length === 0 ? Promise.resolve(collectChosen(files)) : readAll(known);
}

async function readAll(entries: readonly FileSystemEntry[]): Promise<Collection> {
  const found = { files: [] as Collected[], emptyFolders: [] as string[][], unread: [] as string[] };
  const visit = async (entry: FileSystemEntry, above: readonly string[]): Promise<void> => {
    const path = [...above, entry.name];
    try {
      if (isFile(entry)) found.files.push({ path, file: await fileOf(entry) });
      else if (isFolder(entry)) {
        const inside = await entriesOf(entry);
        if (inside.length === 0) found.emptyFolders.push(path);
        for (const each of inside) await visit(each, path);
      }
    } catch {
      found.unread.push(path.join('/'));
    }
  };
  for (const entry of entries) await visit(entry, []);
  return found;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives a hundred at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    for (const each of some) all.push(each);
  }
}

/** What the engine has to know of a collection before it is added. */
export function wishOf({ files, emptyFolders }: Collection): DropWish {
  const tops = new Map<string, 'file' | 'folder'>();
  for (const { path } of files) tops.set(path[0] ?? '', path.length > 1 ? 'folder' : 'file');
  for (const path of emptyFolders) tops.set(path[0] ?? '', 'folder');
  const endings = new Map<string, number>();
  for (const { file } of files) endings.set(endingOf(file.name), (endings.get(endingOf(file.name)) ?? 0) + 1);
  return {
    tops: [...tops].map(([name, kind]) => ({ name, kind })),
    files: files.length,
    sizeBytes: files.reduce((sum, { file }) => sum + file.size, 0),
    largestBytes: files.reduce((most, { file }) => Math.max(most, file.size), 0),
    endings: [...endings].slice(0, MOST_ENDINGS).map(([ending, count]) => ({ ending, files: count })),
  };
}

const MOST_ENDINGS = 5000;

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase().slice(0, 300) : '';
}
