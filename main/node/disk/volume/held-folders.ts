import { type BigIntStats, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';

import type { Root } from '../../../ports/disk.ts';
import { statIfThere } from './entry.ts';
import { canHold, type HeldFolder, holdFolder } from './open-folder.ts';
import { checkFolderOf, lostRoot, makeOneFolder, OURS } from './marker.ts';
import { codeOf, isAbsence, isNothing, refusedFault, staleFault } from '../system-error.ts';

/**
 * A root while a call acts in it. The paths it gives begin at the very folders that were looked at, none of them a link or
 * another volume, and lead there until it is closed.
 * RACE: on Linux a folder that is moved while the call acts takes along what the call does in it, as it would a moment
 * later; nothing is ever done behind a link. Elsewhere see `PathReach`.
 */
export interface Reach {
  readonly root: Root;
  /**
   * Where a path inside the root is on this system.
   * @throws FaultError `disk-refused` (EINVAL: no path inside a root; ELOOP; EXDEV), `stale` when a parent is gone.
   */
  locate(path: string): string;
  /** `locate` for what is about to be changed: the root itself is refused. */
  locateInside(path: string): string;
  /** What a path inside the root leads to by now, which may be another thing than before; null when that is nothing of ours. */
  lookAgain(path: string): BigIntStats | null;
  /** Our own folder in the root. @throws FaultError as `locate`. */
  ours(): string;
  /** Its name, which may be taken away. */
  oursItself(): string;
  /** Where unfinished downloads lie; null when there is no such folder. @throws FaultError as `locate`. */
  stage(): string | null;
  /** The same, made when it is not there. */
  madeStage(): string;
  /**
   * To be called when the call has acted. @param path that it acted on. @param isWritten whether it has changed something.
   * @throws FaultError when a folder on the way is a link or another volume by now: `stale` for a reading; `disk-refused`
   * (PARENT_EXCHANGED) names where what was done may have been done.
   */
  confirm(path: string, isWritten: boolean): void;
  close(): void;
}

/**
 * Begins to act in a root. To be closed. @param isHolding whether its folders are held open.
 * @throws FaultError `root-lost` unless the folder is there, on its volume, with its marker. Cheap: some microseconds.
 */
export function reachInto(root: Root, isHolding = canHold()): Reach {
  return isHolding ? new HeldReach(root) : new PathReach(root);
}

/** The folder `ours` and the one in it. */
const STAGE = [OURS, 'stage'] as const;

abstract class AnyReach implements Reach {
  readonly root: Root;

  constructor(root: Root) {
    this.root = root;
  }

  locate(path: string): string {
    const names = namesIn(path);
    const last = names.at(-1);
    return last === undefined ? this.top() : join(this.folder(names.slice(0, -1), path), last);
  }

  locateInside(path: string): string {
    if (path === '') throw refusedFault(path, 'EINVAL');
    return this.locate(path);
  }

  lookAgain(path: string): BigIntStats | null {
    try {
      return this.freshly(path);
    } catch (thrown) {
      if (isNothing(thrown)) return null;
      throw thrown;
    }
  }

  ours(): string {
    return this.folder([OURS], OURS);
  }

  oursItself(): string {
    return join(this.folder([], OURS), OURS);
  }

  stage(): string | null {
    if (statIfThere(join(this.ours(), 'stage'))?.isDirectory() !== true) return null;
    return this.folder(STAGE, STAGE.join('/'));
  }

  madeStage(): string {
    const stage = this.stage();
    if (stage !== null) return stage;
    makeOneFolder(join(this.ours(), 'stage'));
    return this.folder(STAGE, STAGE.join('/'));
  }

  protected abstract freshly(path: string): BigIntStats | null;
  /** The root itself. */
  protected abstract top(): string;
  /** The folder that names lead to from the root, after looking at each on the way. @param shown how faults name it. */
  protected abstract folder(names: readonly string[], shown: string): string;
  abstract confirm(path: string, isWritten: boolean): void;
  abstract close(): void;
}

/** Opens folder by folder, each relative to the one before. */
class HeldReach extends AnyReach {
  readonly #held = new Map<string, HeldFolder>();
  readonly #device: bigint;

  constructor(root: Root) {
    super(root);
    const top = holdRoot(root);
    this.#held.set('', top);
    this.#device = top.stats.dev;
    try {
      checkFolderOf(root, top.path, top.stats);
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  protected top(): string {
    return `${this.folder([], '')}/.`;
  }

  protected folder(names: readonly string[], shown: string): string {
    const path = names.join('/');
    const held = this.#held.get(path) ?? this.#hold(names, shown);
    this.#held.set(path, held);
    return held.path;
  }

  /** Goes on from a folder that is held already where there is one: it is one that was looked at on the way. */
  #hold(names: readonly string[], shown: string): HeldFolder {
    for (let known = names.length - 1; known > 0; known -= 1) {
      const from = this.#held.get(names.slice(0, known).join('/'));
      if (from !== undefined) return this.#descend(names.slice(known), shown, from);
    }
    return this.#descend(names, shown);
  }

  protected freshly(path: string): BigIntStats | null {
    const names = namesIn(path);
    const folder = names.length > 1 ? this.#descend(names.slice(0, -1), path) : null;
    try {
      return statIfThere(join(folder?.path ?? this.folder([], path), names.at(-1) ?? ''));
    } finally {
      folder?.close();
    }
  }

  #descend(names: readonly string[], shown: string, from = this.#held.get('')): HeldFolder {
    const [first = '', ...rest] = names;
    if (from === undefined) throw new Error('Broken invariant: a root is reached into after its end');
    let at = this.#step(from, first, shown);
    for (const name of rest) {
      const above = at;
      try {
        at = this.#step(above, name, shown);
      } finally {
        above.close();
      }
    }
    return at;
  }

  #step(above: HeldFolder, name: string, shown: string): HeldFolder {
    const path = `${above.path}/${name}`;
    const next = holdOrNot(path);
    if (next?.stats.dev === this.#device) return next;
    next?.close();
    folderAt(path, shown);
    // It is a folder by now, but was none, or one of another volume.
    throw next === null ? staleFault(shown, 'has lost its folder') : refusedFault(shown, 'EXDEV');
  }

  confirm(): void {
    // What was looked at is what was acted in.
  }

  close(): void {
    for (const held of this.#held.values()) held.close();
    this.#held.clear();
  }
}

/** Null when there is no folder to hold. @throws other system errors. */
function holdOrNot(path: string): HeldFolder | null {
  try {
    return holdFolder(path);
  } catch (thrown) {
    if (isAbsence(thrown) || codeOf(thrown) === 'ELOOP') return null;
    throw thrown;
  }
}

function holdRoot(root: Root): HeldFolder {
  try {
    return holdFolder(root.path);
  } catch (thrown) {
    const stats = statOrNothing(root.path);
    if (stats === null) throw lostRoot(root, isAbsence(thrown) ? 'missing' : 'unreadable');
    throw lostRoot(root, stats.isDirectory() ? 'unreadable' : 'not-a-folder');
  }
}

function statOrNothing(path: string): BigIntStats | null {
  try {
    return statIfThere(path);
  } catch {
    return null;
  }
}

/**
 * Looks at each folder, and then acts by its path: Windows, macOS, and Linux without `/proc`.
 * RACE: a parent exchanged for a link between this look and the call that follows is followed. Node has no `openat`; the
 * window is some microseconds, and it takes a program of the same user that aims at it.
 * GAP: it is looked for again after the call, and told. It is not taken back: that would act by the same path once more.
 * One that is exchanged and is back in its place by then is not noticed.
 */
class PathReach extends AnyReach {
  readonly #seen = new Map<string, BigIntStats>();
  readonly #located: string[] = [];

  constructor(root: Root) {
    super(root);
    const stats = statOrNothing(root.path);
    checkFolderOf(root, root.path, stats);
    if (stats !== null) this.#seen.set(root.path, stats);
  }

  protected top(): string {
    return this.root.path;
  }

  protected folder(names: readonly string[], shown: string): string {
    const device = this.#seen.get(this.root.path)?.dev;
    let folder = this.root.path;
    for (const name of names) {
      folder = join(folder, name);
      const stats = folderAt(folder, shown);
      if (stats.dev !== device) throw refusedFault(shown, 'EXDEV');
      if (!this.#seen.has(folder)) this.#seen.set(folder, stats);
    }
    return folder;
  }

  protected freshly(path: string): BigIntStats | null {
    return statIfThere(this.locate(path));
  }

  override locate(path: string): string {
    const absolute = super.locate(path);
    this.#located.push(absolute);
    return absolute;
  }

  confirm(path: string, isWritten: boolean): void {
    for (const [folder, seen] of this.#seen) {
      if (!leadsOut(folder, seen)) continue;
      if (!isWritten) throw staleFault(path, 'has lost its folder');
      const acted = this.#located.find(each => each.startsWith(folder + sep)) ?? folder;
      throw refusedFault(whereItLeads(acted), 'PARENT_EXCHANGED');
    }
  }

  close(): void {
    this.#seen.clear();
  }
}

/** Whether a link, or another volume, is now where a folder was. One that was only moved on took along what was done in it. */
function leadsOut(folder: string, seen: BigIntStats): boolean {
  const now = statOrNothing(folder);
  return now !== null && (now.isSymbolicLink() || now.dev !== seen.dev);
}

/** Where a path leads whose folder was exchanged, as far as it can be told. */
function whereItLeads(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

function namesIn(path: string): readonly string[] {
  const names = path === '' ? [] : path.split('/');
  if (!names.every(isOneName) || isAbsolute(path)) throw refusedFault(path, 'EINVAL');
  if (names[0]?.toLowerCase() === OURS) throw refusedFault(path, 'EINVAL');
  return names;
}

function isOneName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return false;
  return sep === '/' || !(name.includes(sep) || name.includes(':'));
}

/** @throws FaultError unless a folder is there. */
function folderAt(path: string, shown: string): BigIntStats {
  const stats = statIfThere(path);
  if (stats?.isSymbolicLink() === true) throw refusedFault(shown, 'ELOOP');
  if (stats?.isDirectory() !== true) throw staleFault(shown, 'has lost its folder');
  return stats;
}
