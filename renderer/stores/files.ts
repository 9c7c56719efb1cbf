import { create } from 'zustand';

import { type Fault, toFault } from '../../shared/fault.ts';
import type { FileRow, FolderView } from '../../shared/model/file-row.ts';
import { engine, useConnection } from './engine.ts';
import { type FolderPlace, placeKey } from './navigation.ts';

/** What is known of a folder: what was read last, and why reading it again failed, if it did. */
export interface FolderState {
  readonly view: FolderView | null;
  readonly fault: Fault | null;
}

/** The folders that are or were on show, by `placeKey`. */
export const useFolders = create<{ readonly folders: ReadonlyMap<string, FolderState> }>(() => ({
  folders: new Map(),
}));

/** Folders that nobody shows any more are kept for coming back, but not without end. */
const MOST_KEPT = 40;

interface Watched {
  readonly place: FolderPlace;
  /** How many parts of the window show it. */
  count: number;
  /** `again`: something changed while it was being read. */
  reading: 'no' | 'yes' | 'again';
}

const watched = new Map<string, Watched>();

/** Reads a folder and keeps reading it whenever something changed. @returns what ends that. */
export function watchFolder(place: FolderPlace): () => void {
  const key = placeKey(place);
  const entry = watched.get(key) ?? { place, count: 0, reading: 'no' };
  watched.set(key, entry);
  entry.count += 1;
  if (entry.count === 1) void read(key, entry);
  return () => {
    entry.count -= 1;
    if (entry.count === 0) watched.delete(key);
  };
}

/** Reads again everything that is on show. */
export function readShownFolders(): void {
  for (const [key, entry] of watched) void read(key, entry);
}

engine.on('files.revision', readShownFolders);
useConnection.subscribe(({ connection }) => {
  if (connection.name === 'open') readShownFolders();
});

/** One reading at a time per folder; changes meanwhile lead to one more. */
async function read(key: string, entry: Watched): Promise<void> {
  if (entry.reading !== 'no') {
    entry.reading = 'again';
    return;
  }
  entry.reading = 'yes';
  try {
    const view = await engine.call('files.list', entry.place);
    keep(key, { view: withSameRows(stateOf(key).view, view), fault: null });
  } catch (thrown) {
    keep(key, { view: stateOf(key).view, fault: toFault(thrown) });
  }
  const isAgain = wasAskedAgain(entry);
  entry.reading = 'no';
  if (isAgain && entry.count > 0) void read(key, entry);
}

function wasAskedAgain(entry: Watched): boolean {
  return entry.reading === 'again';
}

function stateOf(key: string): FolderState {
  return useFolders.getState().folders.get(key) ?? { view: null, fault: null };
}

function keep(key: string, state: FolderState): void {
  const folders = new Map(useFolders.getState().folders);
  folders.delete(key);
  folders.set(key, state);
  for (const oldest of folders.keys()) {
    if (folders.size <= MOST_KEPT) break;
    if (!watched.has(oldest)) folders.delete(oldest);
  }
  useFolders.setState({ folders });
}

/** The new view with the old row objects where nothing changed: a list draws again only what is another object. */
function withSameRows(old: FolderView | null, view: FolderView): FolderView {
  if (old === null) return view;
  const known = new Map(old.rows.map(row => [row.id, row]));
  const rows = view.rows.map(row => {
    const before = known.get(row.id);
    return before !== undefined && isSameRow(before, row) ? before : row;
  });
  const isSame = rows.length === old.rows.length && rows.every((row, at) => row === old.rows[at]);
  return { ...view, rows: isSame ? old.rows : rows };
}

function isSameRow(one: FileRow, other: FileRow): boolean {
  const names = Object.keys(one) as (keyof FileRow)[];
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name]);
}
