import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { assert } from '../../../../shared/assert.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { FinishedStaging, StagedPrefix, Root } from '../../../ports/disk.ts';
import { flushFile, flushTogether } from '../flush.ts';
import { AT_ONCE_BYTES, writeBytes } from '../read/bytes.ts';
import { keyOf, statIfThere } from '../volume/entry.ts';
import { OURS } from '../volume/marker.ts';
import { EDIT_FLAGS } from '../volume/open-flags.ts';
import { type Reach, reachInto } from '../volume/held-folders.ts';
import { openAnew, removeFile, type StagedAt, StagedFile, type Telling } from './staged-file.ts';
import { diskFault } from '../system-error.ts';

/** Where a staged file lies in the folder for them, if there is one. The name is ours: letters, digits, hyphens. */
export function stagedPath(stage: string | null, name: string): string | null {
  assert(/^[A-Za-z0-9-]+$/.test(name), `“${name}” is a name for a staged file`);
  return stage === null ? null : join(stage, name);
}

/** Begins a staged file in a root. @throws FaultError. */
export function stageInRoot(root: Root, name: string, isHolding?: boolean): StagedFile {
  return new StagedFile(beginStaged(root, name, isHolding), stagedAt(root, name, isHolding));
}

/** Writes all of a small staged file at once. @throws FaultError; what was written until then stays, to be removed. */
export async function stageWhole(
  root: Root,
  name: string,
  { bytes, isHolding }: { bytes: Uint8Array; isHolding?: boolean | undefined },
): Promise<FinishedStaging> {
  const file = beginStaged(root, name, isHolding);
  try {
    await writeBytes(file, bytes, 0);
    const flushed = bytes.byteLength <= AT_ONCE_BYTES ? flushTogether(file) : flushFile(file);
    const sha256 = hash('sha256', bytes, 'hex') as Sha256;
    await flushed;
    return { sha256, sizeBytes: bytes.byteLength, key: keyOf(root.path, fstatSync(file, { bigint: true })) };
  } catch (thrown) {
    throw diskFault(thrown, shownName(name));
  } finally {
    closeSync(file);
  }
}

/** @throws FaultError. */
function beginStaged(root: Root, name: string, isHolding?: boolean): number {
  const reach = reachInto(root, isHolding);
  try {
    return openAnew(join(reach.madeStage(), name));
  } catch (thrown) {
    throw diskFault(thrown, shownName(name));
  } finally {
    reach.close();
  }
}

/** How faults name a staged file. */
function shownName(name: string): string {
  return `${OURS}/stage/${name}`;
}

/** Goes on with a staged file; see `Disk.resume`. */
export async function resumeInRoot(
  root: Root,
  name: string,
  { begun, isHolding }: { begun: StagedPrefix; isHolding?: boolean | undefined },
): Promise<StagedFile | null> {
  const at = stagedAt(root, name, isHolding);
  try {
    const file = openStaged(root, name, isHolding);
    if (file === null) return null;
    const staged = new StagedFile(file, at);
    if (await beginsAs(staged, begun)) return staged;
    await staged.discard();
    return null;
  } catch (thrown) {
    throw diskFault(thrown, at.shown);
  }
}

/** Null when there is none, or it has another name elsewhere. */
function openStaged(root: Root, name: string, isHolding?: boolean): number | null {
  const reach = reachInto(root, isHolding);
  try {
    const path = stagedPath(reach.stage(), name);
    const stats = path === null ? null : statIfThere(path);
    return path !== null && stats?.isFile() === true && stats.nlink === 1n ? openSync(path, EDIT_FLAGS) : null;
  } finally {
    reach.close();
  }
}

/** Whether a file begins with these bytes. One that cannot be read is let go of. @throws system errors. */
async function beginsAs(staged: StagedFile, begun: StagedPrefix): Promise<boolean> {
  try {
    return await staged.beginsWith(begun);
  } catch (thrown) {
    await staged.leave();
    throw thrown;
  }
}

function stagedAt(root: Root, name: string, isHolding?: boolean): StagedAt {
  const remove = (cameNowhere: Telling): Promise<void> => removeStaged(root, name, { cameNowhere, isHolding });
  return { folder: root.path, shown: shownName(name), remove };
}

/** Removes a staged file; fine when it is gone. @param cameNowhere called first if it has no other name. */
export async function removeStaged(
  root: Root,
  name: string,
  { cameNowhere, isHolding }: { cameNowhere: Telling; isHolding?: boolean | undefined },
): Promise<void> {
  let reach: Reach;
  try {
    reach = reachInto(root, isHolding);
  } catch {
    // What lies in a folder that is not ours any more is not ours to remove.
    return;
  }
  try {
    const path = stagedPath(reach.stage(), name);
    if (path !== null) await removeFile(path, cameNowhere);
  } finally {
    reach.close();
  }
}
