import { create } from 'zustand';

import type { TreeFolder } from '../../../../shared/features/browse/folder-model.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { type FolderPlace, placeKey } from '../../../state/navigation.ts';

/** The folders of one place in the tree; `total` when there are more than are shown. */
export interface Branches {
  readonly folders: readonly TreeFolder[];
  readonly total: number;
}

/** What was read of the places that are unfolded in the tree, by `placeKey`. */
export const useBranches = create<{ readonly branches: ReadonlyMap<string, Branches> }>(() => ({
  branches: new Map(),
}));

interface Watched {
  readonly place: FolderPlace;
  count: number;
  reading: 'no' | 'yes' | 'again';
}

const watched = new Map<string, Watched>();

/** Reads the folders of a place, and again whenever something changed. @returns what ends that. */
export function watchBranches(place: FolderPlace): () => void {
  const key = placeKey(place);
  const entry = watched.get(key) ?? { place, count: 0, reading: 'no' };
  watched.set(key, entry);
  entry.count += 1;
  if (entry.count === 1) {
    void read(key, entry);
    engine.call('files.check', { place, now: false, folders: true, wait: false }).catch(() => undefined);
  }
  return () => {
    entry.count -= 1;
    if (entry.count === 0) watched.delete(key);
  };
}

engine.on('files.revision', readAll);
onConnected(readAll);

function readAll(): void {
  for (const [key, entry] of watched) void read(key, entry);
}

async function read(key: string, entry: Watched): Promise<void> {
  if (entry.reading !== 'no') {
    entry.reading = 'again';
    return;
  }
  entry.reading = 'yes';
  // A place that cannot be read keeps the folders it had; opening it says why.
  const answer = await engine.call('files.folders', { place: entry.place }).catch(() => null);
  if (answer !== null) keep(key, answer);
  const isAgain = wasAskedAgain(entry);
  entry.reading = 'no';
  if (isAgain && entry.count > 0) void read(key, entry);
}

function wasAskedAgain(entry: Watched): boolean {
  return entry.reading === 'again';
}

function keep(key: string, answer: Branches): void {
  const { branches } = useBranches.getState();
  if (JSON.stringify(branches.get(key)) === JSON.stringify(answer)) return;
  useBranches.setState({ branches: new Map(branches).set(key, answer) });
}
