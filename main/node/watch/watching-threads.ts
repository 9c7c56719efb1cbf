import type { Worker } from 'node:worker_threads';

import { SECOND } from '../../../shared/units.ts';
import type { Hint, Watching } from '../../ports/watcher.ts';
import type { WatchAsked, WatchManner, WatchSetup, WatchState, WatchTold } from './watch-jobs.ts';
import { endWorker, startWorker } from '../threads/worker.ts';

/** A thread that died is started again after this long. */
const AGAIN_AFTER_MS = 10 * SECOND;

/** A tree that begins to be watched. */
export interface BeginningWatch extends Watching {
  /** Resolves when it is watched, or was closed before. @throws what asking about its volume throws. */
  readonly ready: Promise<void>;
}

export interface WatchingManner {
  readonly manner: WatchManner;
  /** Tells the volume that a folder is on, null where none is; what hangs there may hold up nothing else. */
  readonly volumeOf: (path: string) => Promise<string | null>;
  /** What the threads run; left out: their own entry. */
  readonly entry?: URL;
}

/**
 * Watches trees in threads, one for each volume: a share that hangs while a tree of it is gone through, or while something
 * changes in it, holds up only what is watched on that share. Each thread holds some 12 MB, so trees of one volume share it.
 */
export class WatchingThreads {
  readonly #manner: WatchingManner;
  readonly #threads = new Map<string, WatchingThread>();
  readonly #trees = new Set<Tree>();

  constructor(manner: WatchingManner) {
    this.#manner = manner;
  }

  /** How a tree is watched; see `Watcher`. */
  how(root: string): WatchState {
    return [...this.#trees].findLast(tree => tree.root === root)?.state ?? 'not';
  }

  begin(root: string, onHint: (hint: Hint) => void): BeginningWatch {
    const tree = new Tree(root, onHint);
    this.#trees.add(tree);
    const ready = this.#watch(tree);
    const close = async (): Promise<void> => {
      this.#trees.delete(tree);
      tree.end();
      if (tree.thread !== null) await this.#leave(tree, tree.thread);
    };
    return { ready, close };
  }

  /** Ends all that is watched. */
  async close(): Promise<void> {
    for (const tree of this.#trees) tree.end();
    this.#trees.clear();
    const threads = [...this.#threads.values()];
    this.#threads.clear();
    await Promise.all(threads.map(thread => thread.end()));
  }

  async #watch(tree: Tree): Promise<void> {
    const volume = (await this.#manner.volumeOf(tree.root)) ?? '';
    if (tree.isClosed) return;
    const thread = this.#threads.get(volume) ?? new WatchingThread(volume, this.#manner);
    this.#threads.set(volume, thread);
    thread.add(tree);
    await tree.ready;
  }

  async #leave(tree: Tree, thread: WatchingThread): Promise<void> {
    if (!thread.remove(tree)) return;
    if (this.#threads.get(thread.volume) === thread) this.#threads.delete(thread.volume);
    await thread.end();
  }
}

class Tree {
  readonly root: string;
  readonly #onHint: (hint: Hint) => void;
  readonly ready: Promise<void>;
  #settle: () => void = () => undefined;
  state: WatchState = 'not';
  isReady = false;
  isClosed = false;
  thread: WatchingThread | null = null;

  constructor(root: string, onHint: (hint: Hint) => void) {
    this.root = root;
    this.#onHint = onHint;
    this.ready = new Promise(resolve => (this.#settle = resolve));
  }

  hear({ state, isReady, hinted }: Omit<WatchTold, 'id'>): void {
    if (this.isClosed) return;
    this.state = state;
    for (const folder of hinted) this.#onHint({ folder });
    // What happened between two threads was not hinted.
    if (isReady && this.isReady) this.#onHint({ folder: null });
    if (isReady) this.#becomeReady();
  }

  /** Its thread died. */
  lose(): void {
    this.state = 'not';
    this.#onHint({ folder: null });
    this.#becomeReady();
  }

  end(): void {
    this.isClosed = true;
    this.#becomeReady();
  }

  #becomeReady(): void {
    this.isReady = true;
    this.#settle();
  }
}

/** The thread of one volume. */
class WatchingThread {
  readonly volume: string;
  readonly #manner: WatchingManner;
  readonly #trees = new Map<number, Tree>();
  #worker: Worker | null = null;
  #again: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(volume: string, manner: WatchingManner) {
    this.volume = volume;
    this.#manner = manner;
  }

  add(tree: Tree): void {
    tree.thread = this;
    this.#trees.set((this.#lastId += 1), tree);
    if (this.#worker === null) this.#start();
    else this.#ask({ watch: this.#lastId, root: tree.root });
  }

  /** @returns whether nothing is watched any more. */
  remove(tree: Tree): boolean {
    for (const [id, each] of this.#trees)
      if (each === tree) {
        this.#trees.delete(id);
        this.#ask({ unwatch: id });
      }
    return this.#trees.size === 0;
  }

  /** Ends the thread, or leaves it behind where its volume hangs. */
  async end(): Promise<void> {
    clearTimeout(this.#again);
    const worker = this.#worker;
    this.#worker = null;
    this.#trees.clear();
    if (worker !== null) await endWorker(worker);
  }

  #start(): void {
    const { manner, entry = new URL('./watch-thread-main.ts', import.meta.url) } = this.#manner;
    clearTimeout(this.#again);
    const setup: WatchSetup = { manner };
    const worker = startWorker(entry, 'watch', setup);
    this.#worker = worker;
    worker.on('message', (told: WatchTold) => {
      if (this.#worker !== worker) return;
      this.#trees.get(told.id)?.hear(told);
      // It keeps us running only as long as its beginning is waited for.
      if ([...this.#trees.values()].every(({ isReady }) => isReady)) worker.unref();
    });
    worker.on('error', () => this.#lose(worker));
    worker.on('exit', () => this.#lose(worker));
    for (const [id, { root }] of this.#trees) this.#ask({ watch: id, root });
  }

  #ask(asked: WatchAsked): void {
    if ('watch' in asked) this.#worker?.ref();
    this.#worker?.postMessage(asked);
  }

  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const tree of this.#trees.values()) tree.lose();
    this.#again = setTimeout(() => this.#start(), AGAIN_AFTER_MS).unref();
  }
}
