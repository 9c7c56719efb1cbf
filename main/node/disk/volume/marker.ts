import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { FaultError, type RootTrouble } from '../../../../shared/fault.ts';
import type { Root, RootFacts } from '../../../ports/disk.ts';
import { truePath } from '../../true-path.ts';
import { fingerprintOf, statExactly, statIfThere } from './entry.ts';
import { flushFile, flushFolder } from '../flush.ts';
import { canHold, type HeldFolder, holdFolder } from './open-folder.ts';
import { NEW_FLAGS, READ_FLAGS } from './open-flags.ts';
import { codeOf, diskFault, refusedFault } from '../system-error.ts';
import { volumeOf } from './volume.ts';

/** The only folder in a root that is ours. */
export const OURS = '.benchtop';

/** Says that a root cannot be trusted. */
export function lostRoot({ path }: Root, why: RootTrouble): FaultError {
  return new FaultError({ kind: 'root-lost', path, why });
}

/** @throws FaultError `root-lost` unless the folder is there, on its volume, with its marker. Cheap: some microseconds. */
export function checkRoot(root: Root): void {
  let stats: BigIntStats | null;
  try {
    stats = statIfThere(root.path);
  } catch {
    throw lostRoot(root, 'unreadable');
  }
  checkFolderOf(root, root.path, stats);
}

/**
 * The same of a folder that was looked at. @param folder its path, or what stands for it while it is held open.
 * @throws FaultError `root-lost`.
 */
export function checkFolderOf(root: Root, folder: string, stats: BigIntStats | null): void {
  const why = troubleOf(root, folder, stats);
  if (why !== null) throw lostRoot(root, why);
}

function troubleOf(root: Root, folder: string, stats: BigIntStats | null): RootTrouble | null {
  try {
    if (stats === null) return 'missing';
    if (!stats.isDirectory()) return 'not-a-folder';
    if (volumeOf(root.path, stats.dev) !== root.volume) return 'other-volume';
    const marker = readMarker(folder, root.path);
    if (marker === null) return 'no-marker';
    return marker.root === root.marker ? null : 'other-marker';
  } catch (thrown) {
    return codeOf(thrown) === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}

/** What stands in a folder's marker. */
export interface Marker {
  /** The UUID. */
  readonly root: string;
  readonly epoch: number;
  /** Which records wrote it, as a sum; null when it does not say. */
  readonly by: string | null;
}

/**
 * A folder's marker, null when there is none, it is damaged, or it is no file. @throws system errors but absence.
 * @param name under which what was read is remembered: a path that stays the same.
 */
export function readMarker(folder: string, name = folder): Marker | null {
  const ours = statIfThere(join(folder, OURS));
  if (ours === null || !ours.isDirectory()) return null;
  const path = join(folder, OURS, 'root.json');
  const stats = statIfThere(path);
  if (stats?.isFile() !== true) return null;
  const known = read.get(name);
  if (known?.fingerprint === fingerprintOf(stats)) return known.marker;
  try {
    const marker = markerIn(textOf(path));
    remember(name, { stats, marker });
    return marker;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

function textOf(path: string): string {
  const file = openSync(path, READ_FLAGS);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** What stood in markers, each as long as its file does not change: it is asked for before each effect. */
const read = new Map<string, { readonly fingerprint: string; readonly marker: Marker | null }>();
/** A file that changed within this time may change again without its times telling, in milliseconds. */
const UNSURE_MS = 2000n;
/** More folders than these are not mirrored by one program. */
const MOST_READ = 64;

function remember(name: string, { stats, marker }: { stats: BigIntStats; marker: Marker | null }): void {
  const ageMs = BigInt(Date.now()) - stats.ctimeMs;
  if (read.size >= MOST_READ) read.clear();
  if (ageMs > UNSURE_MS) read.set(name, { fingerprint: fingerprintOf(stats), marker });
  else read.delete(name);
}

function markerIn(text: string): Marker | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('root' in value) || typeof value.root !== 'string')
      return null;
    const epoch = 'epoch' in value && typeof value.epoch === 'number' ? value.epoch : 0;
    const by = 'by' in value && typeof value.by === 'string' ? value.by : null;
    return { root: value.root, epoch, by };
  } catch {
    return null;
  }
}

/** One folder, never its parents: on `/proc` Node's recursive form never returns. @throws system errors but EEXIST. */
export function makeOneFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

/** Which records a data directory of this computer holds, for their markers: a sum, since others may read a share. */
export function recordsSum(dataDirectory: string): string {
  return createHash('sha256')
    .update(`${hostname()}\0${truePath(dataDirectory)}`)
    .digest('hex')
    .slice(0, 32);
}

/** Writes the marker durably: the file, its name, and the folder around it. @param folder absolute, with links resolved. */
export async function writeMarker(folder: string, marker: Marker, isHolding = canHold()): Promise<void> {
  const held: HeldFolder[] = [];
  const hold = (path: string): string => {
    if (!isHolding) return path;
    const next = holdFolder(path);
    held.push(next);
    return next.path;
  };
  try {
    const top = hold(folder);
    makeOneFolder(join(top, OURS));
    if (!statExactly(join(top, OURS)).isDirectory()) throw refusedFault(OURS, 'ELOOP');
    const ours = hold(join(top, OURS));
    await writeIn(ours, marker);
    await flushFolder(ours);
    await flushFolder(top);
  } catch (thrown) {
    throw diskFault(thrown, OURS);
  } finally {
    for (const each of held) each.close();
  }
}

async function writeIn(ours: string, { root, epoch, by }: Marker): Promise<void> {
  const fresh = join(ours, 'root.json.new');
  const file = openSync(fresh, NEW_FLAGS, 0o600);
  try {
    writeSync(file, `${JSON.stringify({ v: 1, root, epoch, by })}\n`);
    await flushFile(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, join(ours, 'root.json'));
}

/** What a folder is, without judging whose it is. */
export function inspectFolder(path: string): RootFacts {
  let realPath = path;
  let volume = '';
  const facts = (trouble: RootFacts['trouble'], code: string | null, marker: Marker | null = null): RootFacts => ({
    trouble,
    code,
    realPath,
    volume,
    marker: marker?.root ?? null,
    epoch: marker?.epoch ?? 0,
  });
  try {
    realPath = realpathSync.native(path);
    const stats = statExactly(realPath);
    volume = volumeOf(realPath, stats.dev);
    if (!stats.isDirectory()) return facts('not-a-folder', 'ENOTDIR');
    accessSync(realPath, constants.R_OK | constants.X_OK);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'ENOENT') return facts('missing', code);
    return code === 'ENOTDIR' ? facts('not-a-folder', code) : facts('unreadable', code);
  }
  try {
    const marker = readMarker(realPath);
    const refusal = writeRefusal(realPath);
    return refusal === null ? facts(null, null, marker) : facts('not-writable', refusal, marker);
  } catch (thrown) {
    return facts('unreadable', codeOf(thrown));
  }
}

function writeRefusal(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (thrown) {
    return codeOf(thrown) ?? 'EACCES';
  }
}
