import { type FSWatcher, lstatSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Hint, Watcher, Watching } from '../../ports/watcher.ts';
import { HintGatherer } from './hint-gatherer.ts';

/**
 * Watches a tree on Linux: one inotify watch per folder, because recursive watchers of libraries start slower and need
 * far more memory. Each folder is watched before it is listed, so that an item made in between is not missed.
 * Its calls hold the thread that makes them: in the product that is one for watching alone (`watch-thread-main.ts`).
 */
export const folderWatcher: Watcher = createFolderWatcher();

function createFolderWatcher(): Watcher {
  const trees = new Map<string, WatchedTree>();
  return {
    watch: async (root, onHint) => {
      const tree = new WatchedTree(root, onHint);
      trees.set(root, tree);
      await tree.start();
      return tree;
    },
    how: root => {
      const tree = trees.get(root);
      if (tree === undefined || tree.isClosed) return 'not';
      return tree.isPartial ? 'parts' : 'events';
    },
  };
}

/** Folders watched between two turns of the event loop, so that a large tree does not hold it up. */
const FOLDERS_A_TURN = 256;

interface WatchedFolder {
  readonly watcher: FSWatcher;
  readonly inode: bigint;
}

class WatchedTree implements Watching {
  readonly #root: string;
  readonly #hints: HintGatherer;
  readonly #folders = new Map<string, WatchedFolder>();
  isClosed = false;
  /** Whether the system has refused a watch; said once, since more would not help. */
  isPartial = false;

  constructor(root: string, onHint: (hint: Hint) => void) {
    this.#root = root;
    this.#hints = new HintGatherer(onHint, queueLength());
  }

  async start(): Promise<void> {
    const waiting = [''];
    for (let count = 1; waiting.length > 0 && !this.isClosed; count += 1) {
      for (const each of this.#add(waiting.pop() ?? '')) waiting.push(each);
      if (count % FOLDERS_A_TURN === 0) await nextTurn();
    }
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.#hints.close();
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
    return Promise.resolve();
  }

  /** Watches one folder. @returns the folders in it. */
  #add(folder: string): string[] {
    const path = join(this.#root, folder);
    try {
      const stats = lstatSync(path, { bigint: true });
      if (!stats.isDirectory()) return [];
      this.#arm(folder, stats.ino);
      const names = readdirSync(path, { withFileTypes: true }).filter(entry => entry.isDirectory());
      return names.map(entry => inside(folder, entry.name)).filter(name => !isOurs(name));
    } catch (thrown) {
      this.#refused(folder, thrown);
      return [];
    }
  }

  #arm(folder: string, inode: bigint): void {
    this.#folders.get(folder)?.watcher.close();
    const watcher = watch(join(this.#root, folder), { persistent: false }, (event, name) => {
      if (event === 'rename' && name === null) this.#hints.lost();
      this.#heard(folder, event === 'rename' ? name : null);
    });
    watcher.on('error', thrown => this.#refused(folder, thrown));
    this.#folders.set(folder, { watcher, inode });
  }

  /** A folder that is gone or forbidden is the look's business; anything else means that we hear no more of it. */
  #refused(folder: string, thrown: unknown): void {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
    if (folder !== '' && (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES')) return;
    if (!this.isPartial) this.#hints.lost();
    this.isPartial = true;
  }

  /** @param name what appeared, vanished or was exchanged in the folder; null when only content changed. */
  #heard(folder: string, name: string | null): void {
    if (this.isClosed || (folder === '' && name === '.benchtop')) return;
    this.#hints.add(folder);
    if (name !== null) this.#follow(inside(folder, name));
  }

  /** Watches a folder that came, forgets one that went; one that was moved keeps reporting under its old name. */
  #follow(path: string): void {
    const known = this.#folders.get(path);
    const inode = this.#inodeOfFolder(path);
    if (known !== undefined && known.inode !== inode) this.#forget(path);
    if (inode === null || known?.inode === inode) return;
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const each of this.#add(next)) waiting.push(each);
      this.#hints.add(next);
    }
  }

  #inodeOfFolder(path: string): bigint | null {
    try {
      const stats = lstatSync(join(this.#root, path), { bigint: true });
      return stats.isDirectory() ? stats.ino : null;
    } catch {
      return null;
    }
  }

  #forget(path: string): void {
    for (const [folder, { watcher }] of this.#folders) {
      if (folder !== path && !folder.startsWith(`${path}/`)) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
  }
}

/**
 * How many events the system keeps for a process that does not fetch them.
 * SPEC: inotify(7), /proc/sys/fs/inotify/max_queued_events.
 */
function queueLength(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'), 10) || DEFAULT_QUEUE;
  } catch {
    return DEFAULT_QUEUE;
  }
}

const DEFAULT_QUEUE = 16_384;

function inside(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function isOurs(folder: string): boolean {
  return folder === '.benchtop';
}
