import type { Kind } from './item.ts';

/** One thing a look found. The same shape as the disk tells it; nothing here reads a disk. */
export interface SeenEntry {
  readonly name: string;
  readonly kind: Kind | 'other';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly key: string;
  readonly stamp: string;
  readonly links: number;
  /** Huge and nearly all holes: never read (L13). */
  readonly isHollow?: true;
}

export interface SeenFolder {
  readonly path: string;
  readonly digest: string;
  readonly entries: readonly SeenEntry[];
}

export interface LookResult {
  /** Folders with news, parents before children. */
  readonly changed: readonly SeenFolder[];
  readonly digests: ReadonlyMap<string, string>;
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  /** Whether names changed while they were read: what was found nowhere may have been moved just then. */
  readonly isRestless: boolean;
}
