import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { assert } from '../../../shared/assert.ts';
import { FaultError } from '../../../shared/fault.ts';
import { statExactly, statIfThere } from '../disk/volume/entry.ts';
import { takeFreeName } from '../disk/write/occupy-name.ts';
import { openAnew, removeFile, StagedFile, type Telling } from '../disk/write/staged-file.ts';
import { diskFault, refusedFault } from '../disk/system-error.ts';

/** Begins a file in a folder of the person's; see `FolderSurveyor.begin`. */
export function beginFile(folder: string, mark: string, isPrivate: boolean): StagedFile {
  try {
    if (!statExactly(folder).isDirectory()) throw refusedFault(folder, 'ENOTDIR');
    const path = partPath(folder, mark);
    const remove = (cameNowhere: Telling): Promise<void> => removeFile(path, cameNowhere);
    const file = openAnew(path, isPrivate ? 0o600 : undefined);
    return new StagedFile(file, { folder, shown: folder, remove });
  } catch (thrown) {
    throw diskFault(thrown, folder);
  }
}

/** Gives the finished file its name; see `NewFile.become`. */
export async function nameFile(folder: string, mark: string, name: string): Promise<boolean> {
  const target = join(folder, name);
  try {
    await takeFreeName(partPath(folder, mark), target, target);
    return true;
  } catch (thrown) {
    if (thrown instanceof FaultError && thrown.fault.kind === 'stale') return false;
    throw diskFault(thrown, target);
  }
}

/** Removes what is left of one; see `FolderSurveyor.clear`. */
export function clearFile(folder: string, mark: string): void {
  try {
    const path = partPath(folder, mark);
    if (statIfThere(path)?.isFile() === true) rmSync(path, { force: true });
  } catch (thrown) {
    throw diskFault(thrown, folder);
  }
}

function partPath(folder: string, mark: string): string {
  assert(/^[A-Za-z0-9-]+$/.test(mark), `“${mark}” marks a file that was begun`);
  return join(folder, `.benchtop-${mark}.part`);
}
