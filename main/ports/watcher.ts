/** A hint that something may have changed. Never a fact: only a look decides. */
export interface Hint {
  /** The folder inside the root where it happened (`/` between names, empty for the root); null: events were lost. */
  readonly folder: string | null;
}

export interface Watching {
  /** Ends the hints. */
  close(): Promise<void>;
}

/** Tells when a folder tree may have changed. */
export interface Watcher {
  /**
   * Watches a tree. Hints may come twice, late, merged, or not at all on file systems without events; a tree that
   * cannot be watched gives a hint with a null folder and no more. Nothing under `.benchtop/` gives a hint.
   * @param root the folder's absolute path.
   */
  watch(root: string, onHint: (hint: Hint) => void): Promise<Watching>;
  /**
   * How a tree is watched now: by events of the system, by looking again and again, or only in `parts` because the system
   * refused more; `not`: not at all. Only where the watcher tells.
   */
  how?(root: string): 'events' | 'polling' | 'parts' | 'not';
}
