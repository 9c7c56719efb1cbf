import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';

import type { Entry } from '../../../ports/disk.ts';
import { FolderDigest, type VolumeIdentity } from '../volume/file-digest.ts';
import { entryOf, statIfThere, volumeFacts } from '../volume/entry.ts';
import { OURS } from '../volume/marker.ts';

/** One folder as it was read. */
export interface FolderReading {
  readonly entries: readonly Entry[];
  readonly digest: string;
  /** The folders among the entries, with their times, for the walk to go on. */
  readonly folders: readonly { readonly name: string; readonly stats: BigIntStats }[];
  /** Whether something in it changed too recently for its fingerprint to be trusted. */
  readonly young: boolean;
}

/**
 * Reads a folder's names and what each is. A name that vanishes during the reading is left out.
 * @param path absolute. @throws system errors of the folder itself.
 */
export function readFolder(path: string, isRoot: boolean, nowMs: number): FolderReading {
  const entries: Entry[] = [];
  const folders: { name: string; stats: BigIntStats }[] = [];
  const digest = new FolderDigest(nowMs);
  for (const { name, at, readable } of namesIn(path)) {
    if (isRoot && name === OURS) continue;
    const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) continue;
    const entry = entryOf({ name, folder: path, stats });
    digest.add(name, stats, volumeFacts(path, stats.dev));
    entries.push(readable ? entry : { ...entry, kind: 'other', sizeBytes: 0 });
    if (readable && entry.kind === 'folder') folders.push({ name, stats });
  }
  return { entries, digest: digest.toString(), folders, young: digest.isYoung };
}

/** A folder of which nothing is known but its digest and what it takes to go on. */
export interface FolderGlimpse {
  readonly digest: string;
  readonly folders: readonly string[];
}

/**
 * The digest of a folder alone, which takes half of the time. Null when only reading it in full tells what is in it:
 * something is young, of another volume, vanishes, or has a name that is no text.
 * @param path absolute. @throws system errors of the folder itself.
 */
export function glanceAt(
  path: string,
  isRoot: boolean,
  { device, volume, nowMs }: DigestContext,
): FolderGlimpse | null {
  const digest = new FolderDigest(nowMs);
  const folders: string[] = [];
  for (const name of readdirSync(path)) {
    if (isRoot && name === OURS) continue;
    if (name.includes(REPLACEMENT)) return null;
    const stats = lstatSync(`${path}/${name}`, EXACTLY_OR_NOT);
    if (stats === undefined || stats.dev !== device) return null;
    if (digest.add(name, stats, volume) === 'folder') folders.push(name);
    if (digest.isYoung) return null;
  }
  return { digest: digest.toString(), folders };
}

/** What a glance goes by. */
export interface DigestContext {
  /** The volume of the root. */
  readonly device: bigint;
  readonly volume: VolumeIdentity;
  readonly nowMs: number;
}

const EXACTLY_OR_NOT = { bigint: true, throwIfNoEntry: false } as const;

/** How often a folder is read again when it changed while it was read. */
const TRIES = 3;

/**
 * Reads a folder so that a rename inside it during the reading does not hide a file: when the folder's own time changed
 * by the end of the reading, it is read again. Null when it is gone or was exchanged for something else.
 */
export function readFolderCalmly(
  path: string,
  isRoot: boolean,
  nowMs: number,
): { readonly reading: FolderReading; readonly stats: BigIntStats; readonly isCalm: boolean } | null {
  let before = statIfThere(path);
  for (let tries = 1; before?.isDirectory() === true; tries += 1) {
    const reading = readFolder(path, isRoot, nowMs);
    const after = statIfThere(path);
    if (after === null || !after.isDirectory()) return null;
    const isCalm = after.ino === before.ino && after.mtimeNs === before.mtimeNs;
    if (isCalm || tries === TRIES)
      return { reading: isCalm ? reading : { ...reading, young: true }, stats: after, isCalm };
    before = after;
  }
  return null;
}

interface NameInFolder {
  readonly name: string;
  /** Where it is: as bytes when the name is not valid text. */
  readonly at: string | Buffer;
  readonly readable: boolean;
}

const REPLACEMENT = '\uFFFD';

function namesIn(path: string): readonly NameInFolder[] {
  const names = readdirSync(path);
  if (!names.some(name => name.includes(REPLACEMENT))) {
    return names.map(name => ({ name, at: `${path}/${name}`, readable: true }));
  }
  return byteNamesIn(path);
}

/** Names that are not valid UTF-8 are shown with the replacement character, each once, so that none vanishes. */
function byteNamesIn(path: string): readonly NameInFolder[] {
  const raw = readdirSync(path, { encoding: 'buffer' }).toSorted((one, other) => one.compare(other));
  const isText = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
  const taken = new Set(raw.filter(isText).map(bytes => bytes.toString('utf8')));
  return raw.map(bytes => {
    const readable = isText(bytes);
    let name = bytes.toString('utf8');
    while (!readable && taken.has(name)) name += REPLACEMENT;
    taken.add(name);
    return { name, at: readable ? `${path}/${name}` : Buffer.concat([Buffer.from(`${path}/`), bytes]), readable };
  });
}
