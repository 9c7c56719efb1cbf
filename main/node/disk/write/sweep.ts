import { readdirSync, rmSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

import type { OnKeysGone, Entry } from '../../../ports/disk.ts';
import { entryAt, statIfThere } from '../volume/entry.ts';
import { OURS } from '../volume/marker.ts';
import type { Reach } from '../volume/held-folders.ts';
import type { Store } from './trash-folder.ts';
import { codeOf, diskFault, isAbsence } from '../system-error.ts';
import { takeName } from './release-name.ts';

/** Clears the stage folder; see `Disk.sweep`. */
export async function sweepStage(reach: Reach, sweeping: Sweeping, store: Store): Promise<readonly string[]> {
  try {
    return await clearStage(reach, sweeping, store);
  } catch (thrown) {
    throw diskFault(thrown, `${OURS}/stage`);
  }
}

interface Sweeping {
  readonly kept: ReadonlySet<string>;
  /** It is heard before anything goes. */
  readonly dropping: (...told: Parameters<OnKeysGone>) => void | Promise<void>;
}

/** Takes our folder out of a root that still is ours; see `Disk.unmark`. */
export async function unmarkRoot(reach: Reach, store: Store): Promise<void> {
  try {
    await clearStage(reach, { kept: new Set(), dropping: () => undefined }, store);
    const ours = reach.ours();
    for (const name of ['root.json', 'root.json.new']) rmSync(join(ours, name), { force: true });
    removeIfEmpty(join(ours, 'stage'));
    removeIfEmpty(reach.oursItself());
  } catch (thrown) {
    if (!isAbsence(thrown)) throw diskFault(thrown, OURS);
  }
}

async function clearStage(reach: Reach, { kept, dropping }: Sweeping, store: Store): Promise<readonly string[]> {
  const rescued: (string | null)[] = [];
  const stage = reach.stage();
  const paths = stage === null ? [] : namesIn(stage).map(name => ({ name, path: join(stage, name) }));
  const going = paths.filter(({ name }) => !kept.has(name)).flatMap(({ path }) => filesAt(path));
  const areAllHere = ({ key, links }: Entry): boolean => going.filter(one => one.key === key).length === links;
  await dropping(new Set(going.filter(areAllHere).map(({ key }) => key)));
  for (const { name, path } of paths) {
    const stats = statIfThere(path);
    if (stats === null || stats.isDirectory() || (kept.has(name) && stats.isFile())) continue;
    // A second name of a file that has another one is only a leftover of ours: its bytes are not ours to keep.
    if (name.endsWith('.old') && stats.isFile() && stats.nlink === 1n) rescued.push(await store.rescue(path));
    else takeName(path);
  }
  return rescued.filter(name => name !== null);
}

function filesAt(path: string): readonly Entry[] {
  const stats = statIfThere(path);
  return stats?.isFile() === true ? [entryAt(path, stats)] : [];
}

/** What was set aside first: of a file that has a second name here, that one must still be there when it is judged. */
function namesIn(folder: string): readonly string[] {
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
