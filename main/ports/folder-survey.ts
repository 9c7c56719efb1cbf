import type { Staging } from './disk.ts';

/** Examines folders on this computer that a person may choose for a mirror. */
export interface FolderSurveyor {
  /** The person's home folder, absolute; null when there is none. */
  home(): string | null;
  /** Examines a path. Never throws because of the path, and changes nothing. */
  survey(path: string): Promise<Survey>;
  /** Creates a folder with its parents; an existing one is accepted. @throws FaultError `disk-refused`. */
  make(path: string): Promise<string>;
  /**
   * The folders directly in a folder, sorted by name, at most `most`. Leaves out links and hidden folders. Never throws
   * because of the path.
   */
  folders(path: string, most: number): Promise<ListedFolders>;
  /**
   * The regular files below a folder, at most `most`. Leaves out links, devices, unreadable files and our own. Paths
   * are relative to the folder, names joined by `/`. Reads names and sizes only.
   */
  walk(folder: string, most: number): Promise<WalkResult>;
  /**
   * Creates a file in an existing folder outside of all mirrors, under a hidden name of ours.
   * @param mark letters, digits, hyphens.
   * @param isPrivate readable by its owner only; otherwise with the usual permissions.
   * @throws FaultError `disk-refused` (ETIMEDOUT where the folder does not answer), `disk-full`.
   */
  begin(folder: string, mark: string, isPrivate?: boolean): Promise<NewFile>;
  /** Reads a text file of at most so many bytes. @throws FaultError `disk-refused`. */
  read(path: string, mostBytes: number): Promise<string>;
  /** Removes an unfinished file that a crash left; does nothing when there is none. */
  clear(folder: string, mark: string): Promise<void>;
}

/** A file that is written under a hidden name, so that other programs never see half of it under its final name. */
export interface NewFile extends Staging {
  /**
   * Gives the finished file its name, durably. @returns false when the name is in use: no file is replaced. @throws
   * FaultError.
   */
  become(name: string): Promise<boolean>;
}

export interface WalkResult {
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
  /** Whether the list is complete. */
  readonly isWhole: boolean;
}

export interface ListedFolders {
  /** `no-answer`: the volume does not respond. */
  readonly state: 'read' | 'unreadable' | 'no-answer';
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** Whether the list is complete. */
  readonly isWhole: boolean;
}

export interface Survey {
  /** Absolute, with links resolved as far as the path exists. */
  readonly path: string;
  /** `no-answer`: the volume does not respond. */
  readonly is: 'nothing' | 'folder' | 'file' | 'unreadable' | 'no-answer';
  /** For a folder: whether it holds nothing but our own files. */
  readonly isEmpty: boolean;
  /** Whether this account may write into it, or into the nearest existing folder above. */
  readonly isWritable: boolean;
  /** Null when unknown. */
  readonly freeBytes: number | null;
  readonly volume: 'local' | 'network' | 'removable' | 'unknown';
  /** Marker names of other programs in the folder or above it. */
  readonly marks: readonly string[];
  readonly platform: 'linux' | 'darwin' | 'win32' | 'other';
}
