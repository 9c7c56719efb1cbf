import type { Staging } from './disk.ts';

/** Where folders could lie on this computer: looked at, before any of them is a mirror. */
export interface FolderSurveyor {
  /** The person's home folder, absolute; null when there is none. */
  home(): string | null;
  /** What a place is. Never throws for the place's own troubles; nothing is made or changed. */
  survey(path: string): Promise<Survey>;
  /** Makes a folder with those above it; one that is there is taken as it is. @throws FaultError `disk-refused`. */
  make(path: string): Promise<string>;
  /**
   * The regular files below a folder, at most `most`; links, devices and what cannot be read are left out, and so is what
   * is ours. Paths are inside the folder, names joined by `/`. Reads names and sizes only.
   */
  walk(folder: string, most: number): Promise<Walked>;
  /**
   * Begins a file in a folder that exists and is no mirror's, under a hidden name of ours. @param mark letters, digits,
   * hyphens. @param isPrivate for its owner alone; otherwise it is as the person's other programs would make it. @throws
   * FaultError `disk-refused` (ETIMEDOUT where the folder does not answer), `disk-full`.
   */
  begin(folder: string, mark: string, isPrivate?: boolean): Promise<NewFile>;
  /** A text file of the person's, of at most so many bytes. @throws FaultError `disk-refused`. */
  read(path: string, mostBytes: number): Promise<string>;
  /** Removes what a crash left of a file that was begun; fine when nothing is there. */
  clear(folder: string, mark: string): Promise<void>;
}

/** A file being written beside its place. Whoever looks into the folder never sees half of it under its name. */
export interface NewFile extends Staging {
  /** Gives the finished file its name, durably. False when that is taken: nothing is ever replaced. @throws FaultError. */
  become(name: string): Promise<boolean>;
}

export interface Walked {
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
  /** Whether that is all there is. */
  readonly isWhole: boolean;
}

export interface Survey {
  /** Absolute, with links resolved as far as the place exists. */
  readonly path: string;
  /** `no-answer`: its volume says neither yes nor no. */
  readonly is: 'nothing' | 'folder' | 'file' | 'unreadable' | 'no-answer';
  /** Of a folder: whether nothing is in it but what is ours. */
  readonly isEmpty: boolean;
  /** Whether we may write into it, or into the nearest folder above that exists. */
  readonly isWritable: boolean;
  /** Null when the volume does not say. */
  readonly freeBytes: number | null;
  readonly volume: 'local' | 'network' | 'removable' | 'unknown';
  /** Names by which another program marks its folders, found in the place or in folders above it. */
  readonly marks: readonly string[];
  readonly platform: 'linux' | 'darwin' | 'win32' | 'other';
}
