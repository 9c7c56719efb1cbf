import type { Sha256 } from '../../shared/ids.ts';
import type { Survey } from './folder-survey.ts';

/** Folders that are only ever read: what instruments write. There is no call that changes anything (S33). */
export interface Sources {
  /** Nothing is touched by this alone. @param folder absolute. */
  open(folder: string): Source;
  /** A hash of bytes that come one after the other. */
  hasher(): Hasher;
}

export interface Hasher {
  add(chunk: Uint8Array): void;
  /** To be called once. */
  end(): Sha256;
}

/** What a source folder is now. */
export interface SourceFacts {
  /** `no-answer`: its volume says neither yes nor no. */
  readonly is: 'folder' | 'missing' | 'unreadable' | 'no-answer';
  /** The absolute path, links resolved; as it was asked for where there is nothing. */
  readonly realPath: string;
  readonly volume: Survey['volume'];
  /** Tells this folder from another one that is put in its place, such as a disk over its mount point; null: nothing is there. */
  readonly folderId: string | null;
  /** Null when the volume does not say. */
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
}

/**
 * One folder with everything below it. Paths are inside it: names joined by `/`, empty for the folder itself. Links are
 * shown and never followed.
 */
export interface Source {
  /** Never throws for the folder's own troubles. */
  survey(): Promise<SourceFacts>;
  /**
   * The names in a folder with what each is, some hundreds at a time, in no order; what vanishes meanwhile is left out.
   * @throws FaultError `disk-refused` with the system's word, `stale` when it is gone or no folder.
   */
  list(path: string): AsyncIterable<readonly SourceEntry[]>;
  /** What is at a path now; null when nothing is. @throws FaultError `disk-refused`. */
  stat(path: string): Promise<SourceEntry | null>;
  /**
   * Whether a program has a file open for writing; null where the system does not tell of single files. False when it is
   * gone. @throws FaultError `disk-refused`.
   */
  isWritten(path: string): Promise<boolean | null>;
  /** Opens a file for reading, shared. @throws FaultError `stale` when it is gone or no file, `disk-refused`. */
  read(path: string): Promise<SourceFile>;
}

export interface SourceEntry {
  readonly name: string;
  /** `other`: a link, device, socket or pipe, or a name that is not valid text. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Differs whenever content may differ: inode, size, mtime and ctime, in this order and divided by colons. */
  readonly stamp: string;
}

export interface SourceFile {
  /** As it was when opened, before the first byte. */
  readonly entry: SourceEntry;
  /** The bytes, in chunks of at most 1 MiB; may be called once. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Whether the open file and what is at its path are still one and the same, with the stamp of the beginning. */
  unchanged(): Promise<boolean>;
  close(): Promise<void>;
}
