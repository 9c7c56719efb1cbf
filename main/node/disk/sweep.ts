import { readdirSync, rmSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { Dropping, Entry, Root } from '../../ports/disk.ts';
import { entryAt, statIfThere } from './entry.ts';
import { OURS, checkRoot, readMarker, stageFolder } from './marker.ts';
import type { Store } from './store.ts';
import { codeOf, diskFault, isAbsence } from './system-error.ts';

/** Clears the stage folder; see `Disk.sweep`. */
export async function sweepStage(root: Root, sweeping: Sweeping, store: Store): Promise<readonly string[]> {
  checkRoot(root);
  try {
    return await clearStage(root, sweeping, store);
  } catch (thrown) {
    throw diskFault(thrown, `${OURS}/stage`);
  }
}

interface Sweeping {
  readonly kept: ReadonlySet<string>;
  readonly dropping: Dropping;
}

/** Takes our folder out of a root that still is ours; see `Disk.unmark`. A root that is gone needs nothing. */
export async function unmarkRoot(root: Root, store: Store): Promise<void> {
  try {
    if (readMarker(root.path) === null) return;
    checkRoot(root);
    await clearStage(root, { kept: new Set(), dropping: () => undefined }, store);
    const ours = join(root.path, OURS);
    for (const name of ['root.json', 'root.json.new']) rmSync(join(ours, name), { force: true });
    removeIfEmpty(stageFolder(root));
    removeIfEmpty(ours);
  } catch (thrown) {
    if (!isAbsence(thrown)) throw diskFault(thrown, OURS);
  }
}

async function clearStage(root: Root, { kept, dropping }: Sweeping, store: Store): Promise<readonly string[]> {
  const rescued: string[] = [];
  const paths = namesIn(stageFolder(root)).map(name => ({ name, path: join(stageFolder(root), name) }));
  const going = paths.filter(({ name }) => !kept.has(name)).flatMap(({ path }) => filesAt(path));
  const areAllHere = ({ key, links }: Entry): boolean => going.filter(one => one.key === key).length === links;
  dropping(new Set(going.filter(areAllHere).map(({ key }) => key)));
  for (const { name, path } of paths) {
    const stats = statIfThere(path);
    if (stats === null || stats.isDirectory() || (kept.has(name) && stats.isFile())) continue;
    // A second name of a file that has another one is only a leftover of ours: its bytes are not ours to keep.
    if (name.endsWith('.old') && stats.isFile() && stats.nlink === 1n) rescued.push(await store.rescue(path));
    else unlinkSync(path);
  }
  return rescued;
}

function filesAt(path: string): readonly Entry[] {
  const stats = statIfThere(path);
  return stats?.isFile() === true ? [entryAt(path, stats)] : [];
}

/** What was set aside first: of a file that has a second name here, that one must still be there when it is judged. */
function namesIn(folder: string): readonly string[] {
  if (statIfThere(folder)?.isDirectory() !== true) return [];
  const names = readdirSync(folder);
  const isAside = (name: string): boolean => name.endsWith('.old');
  return [...names.filter(isAside), ...names.filter(name => !isAside(name))];
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOTEMPTY' && codeOf(thrown) !== 'ENOENT') throw thrown;
  }
}
