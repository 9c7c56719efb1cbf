/** A hint that a folder may have changed. Not a fact: only a scan decides. */
export interface Hint {
  /** The folder relative to the root (names joined by `/`, empty for the root); null: events were lost. */
  readonly folder: string | null;
}

export interface Watching {
  /** Stops the hints. */
  close(): Promise<void>;
}

/** Watches folder trees for changes. */
export interface Watcher {
  /**
   * Watches a tree. Hints may be repeated, late, merged, or missing on file systems without events. A tree that cannot
   * be watched gives one hint with a null folder. Changes in `.benchtop/` give no hint.
   * @param root absolute.
   */
  watch(root: string, onHint: (hint: Hint) => void): Promise<Watching>;
  /**
   * How a tree is watched: by events of the system, by polling, only in `parts` because the system refused more, or
   * `not` at all. Missing on watchers that cannot tell.
   */
  how?(root: string): 'events' | 'polling' | 'parts' | 'not';
}
