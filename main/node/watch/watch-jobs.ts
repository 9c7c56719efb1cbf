import type { Watcher } from '../../ports/watcher.ts';

/** How a tree is watched. */
export type WatchState = ReturnType<NonNullable<Watcher['how']>>;

/** What watches: one watch per folder, or chokidar by the system's recursive events or by looking again and again. */
export type WatchManner = 'folders' | 'events' | 'polling';

/** What a watching thread needs to know before it is asked anything. */
export interface WatchSetup {
  readonly manner: WatchManner;
}

/** What a watching thread is asked; it may be asked to watch several trees. */
export type WatchAsked = { readonly watch: number; readonly root: string } | { readonly unwatch: number };

/** What it tells of the tree with that number. */
export interface WatchTold {
  readonly id: number;
  readonly state: WatchState;
  /** Told once: from now on it watches. */
  readonly isReady: boolean;
  /** Folders inside the root in which something may have changed; null among them: events were lost. */
  readonly hinted: readonly (string | null)[];
}
