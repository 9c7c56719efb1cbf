import type { Sha256 } from '../../shared/ids.ts';
import type { Survey } from './folder-survey.ts';

/**
 * Folders that are only read: the output of instruments. This port has no call that changes anything (security S33).
 */
export interface Sources {
  /** Does not touch the folder. @param folder absolute. */
  open(folder: string): Source;
  /** Hashes bytes that arrive in chunks. */
  hasher(): Hasher;
}

export interface Hasher {
  add(chunk: Uint8Array): void;
  /** Called once. */
  end(): Sha256;
}

/** The current state of a source folder. */
export interface SourceFacts {
  /** `no-answer`: the volume does not respond. */
  readonly is: 'folder' | 'missing' | 'unreadable' | 'no-answer';
  /** The absolute path with links resolved; unchanged when there is nothing. */
  readonly realPath: string;
  readonly volume: Survey['volume'];
  /**
   * Distinguishes this folder from another one at the same path, such as a disk mounted over it; null when there is
   * nothing.
   */
  readonly folderId: string | null;
  /** Null when unknown. */
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
}

/**
 * One folder with everything below it. Paths are relative to it: names joined by `/`, empty for the folder itself.
 * Links are listed and never followed.
 */
export interface Source {
  /** Never throws because of the folder. */
  survey(): Promise<SourceFacts>;
  /**
   * The entries of a folder, some hundreds at a time, unordered. Entries that disappear during the listing are left
   * out.
   * @throws FaultError `disk-refused` with the system's error code, `stale` when it is gone or not a folder.
   */
  list(path: string): AsyncIterable<readonly SourceEntry[]>;
  /** The entry at a path now; null when there is none. @throws FaultError `disk-refused`. */
  stat(path: string): Promise<SourceEntry | null>;
  /**
   * Whether a program has the file open for writing; null where the system cannot tell for one file, false when it is
   * gone.
   * @throws FaultError `disk-refused`.
   */
  isWritten(path: string): Promise<boolean | null>;
  /**
   * Opens a file for reading without locking it. @throws FaultError `stale` when it is gone or not a file,
   * `disk-refused`.
   */
  read(path: string): Promise<SourceFile>;
}

export interface SourceEntry {
  readonly name: string;
  /** `other`: a link, device, socket or pipe, or a name that is not valid text. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /**
   * Fingerprint: inode, size, mtime and ctime, in this order, separated by colons. Differs whenever the content may
   * differ.
   */
  readonly fingerprint: string;
}

export interface SourceFile {
  /** The entry when it was opened, before the first byte was read. */
  readonly entry: SourceEntry;
  /** The bytes in chunks of at most 1 MiB. Called once. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Whether the path still leads to the opened file, with the same fingerprint. */
  unchanged(): Promise<boolean>;
  close(): Promise<void>;
}
