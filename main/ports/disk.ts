import type { Sha256 } from '../../shared/ids.ts';
import type { RootTrouble } from '../../shared/fault.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/**
 * The disk, in steps as coarse as the engine needs: each call is one safe step, and walking, digests, hashing and fsync
 * are inside it. Paths are relative to a root: names joined by `/`, no leading slash, empty for the root itself. No
 * writing call leaves the root or follows a symbolic link; one that would is refused (`disk-refused`, ELOOP).
 * Faults: `disk-full` and `disk-refused` contain the path. `stale`: the disk differs from what the caller expected, and
 * nothing was changed. `root-lost`: the root cannot be trusted.
 */
export interface Disk {
  /** Examines a folder before it becomes a root, or when a root is in doubt. Never throws because of the folder. */
  inspect(path: string): Promise<RootFacts>;
  /**
   * The markers of mirrored folders in a folder, above it and below it. Never throws.
   * @param path absolute, with links resolved.
   */
  claims(path: string): Promise<readonly Claim[]>;
  /**
   * Writes the marker `.benchtop/root.json` durably. @throws FaultError `disk-refused`, `disk-full`.
   * @param epoch number of the journal that belongs to the folder in its current state; left out: 0.
   */
  mark(path: string, marker: string, epoch?: number): Promise<void>;
  /**
   * Measures how the root's volume treats names and times, with test files in `.benchtop/stage/` that are removed
   * again.
   * @throws FaultError `root-lost`, `disk-refused`, `disk-full`.
   */
  probe(root: Root): Promise<VolumeFacts>;
  /** Removes `.benchtop` with the marker and the staged files. Rescued bytes in it are moved to the trash first. */
  unmark(root: Root): Promise<void>;
  /**
   * Scans the whole tree or some folders of it. Checks the marker and the volume before and after.
   * @param known the last digest of each folder by path; folders with an unchanged digest are left out of `changed`.
   * @throws FaultError `root-lost`.
   */
  scan(root: Root, known: ReadonlyMap<string, string>, at?: ScanLimits): Promise<DiskScan>;
  /** The entry at a path now, without following links; null when there is none. */
  entry(root: Root, path: string): Promise<Entry | null>;
  /**
   * The paths of files that a program has open for writing, as far as this account may see; null where the system does
   * not tell.
   */
  openForWriting(root: Root): Promise<ReadonlySet<string> | null>;
  /**
   * Whether a program has a file open in a way that it cannot be replaced, renamed or removed, as on Windows. False on
   * systems without such locks.
   */
  isHeld(root: Root, path: string): Promise<boolean>;
  /**
   * Hashes a file. Null when it is gone, is not a regular file, or changed during the read.
   * @param sizeBytes as it was seen: many small files are hashed side by side.
   */
  hash(root: Root, path: string, sizeBytes?: number): Promise<HashedFile | null>;
  /** Opens a file for reading without locking it. @throws FaultError `stale` when it is gone or not a file. */
  open(root: Root, path: string): Promise<OpenFile>;
  /**
   * Sends a small file to an address from where the disk does its work: its bytes do not come here. Missing where the disk
   * reaches no network.
   * @throws FaultError `stale` when this is not the file with that fingerprint, or changed while it was read: then nothing
   *   was sent. What `Http.send` throws: then it may have arrived.
   */
  readonly send?: (root: Root, path: string, to: FilePut) => Promise<CarriedAnswer>;
  /** Creates a folder in an existing parent; an existing folder is accepted. @throws FaultError. */
  makeFolder(root: Root, path: string): Promise<Entry>;
  /**
   * Creates a file in `.benchtop/stage/` under a name of letters, digits and hyphens; replaces an old one. An error may
   * also be reported by the next call on it.
   * @param purpose `place` when it is left out.
   */
  stage(root: Root, name: string, purpose?: StagingPurpose): Promise<PartialStaging>;
  /**
   * Continues an unfinished staged file after its verified beginning; bytes after that are cut off.
   * @returns null when it does not begin with these bytes; then it is removed. @throws FaultError.
   */
  resume(root: Root, name: string, begun: StagedPrefix): Promise<PartialStaging | null>;
  /**
   * Puts a finished staged file at a path: atomic, durable, and only if the path holds the expected file. Changes to
   * the old file in the last moment are put into the trash (`late`), never lost. A file that a program has open for
   * writing, as far as the system tells, is neither removed nor stored (`disk-refused`, EBUSY).
   * @throws FaultError; `stale` also when the new file was removed directly after.
   */
  place(root: Root, placing: Placement): Promise<PlacementResult>;
  /**
   * Moves or renames a file or folder, never onto an existing one. Repeating a completed move is accepted.
   * @param key the entry's key, so that another entry at the path is not moved. @throws FaultError `stale`.
   */
  move(root: Root, from: string, to: string, key: string): Promise<Entry>;
  /** Moves a file into the trash as `storeName` if it still has this fingerprint. @throws FaultError `stale`. */
  store(root: Root, path: string, fingerprint: string, storeName: string): Promise<void>;
  /**
   * Removes a file whose bytes are safe elsewhere if it still has this fingerprint.
   * @throws FaultError `stale`; `disk-refused` (EBUSY) while a program has it open for writing, as far as the system
   *   tells.
   */
  free(root: Root, path: string, fingerprint: string): Promise<void>;
  /** Moves a file from the trash to a free path. @throws FaultError `stale`. */
  restore(root: Root, storeName: string, path: string): Promise<Entry>;
  /** Removes an empty folder. @returns false when it is not empty and stays; true also when it was gone before. */
  removeFolder(root: Root, path: string): Promise<boolean>;
  /** Creates a file directly in the trash, for bytes that are downloaded before a removal at the service. */
  stageInStore(storeName: string): Promise<Staging>;
  /** The files in the trash that are ours. @throws FaultError. */
  listStored(): Promise<readonly StoredBytes[]>;
  /** Opens a finished file in the trash for reading. @throws FaultError `stale` when it is not there. */
  openStored(storeName: string): Promise<OpenFile>;
  /** Removes a file from the trash; does nothing when it is not there. */
  dropStored(storeName: string): Promise<void>;
  /**
   * Clears `.benchtop/stage/` after a crash: removes unfinished downloads, moves rescued bytes to the trash. Only
   * called before the first scan.
   * @param kept names of unfinished downloads that stay.
   * @param dropping called with the keys of removed files before the file system can reuse them.
   * @returns the names in the trash of the rescued bytes (`rescued-…`). A file that a program still writes to may stay
   *   until the next sweep.
   */
  sweep(root: Root, kept?: ReadonlySet<string>, dropping?: OnKeysGone): Promise<readonly string[]>;
  /**
   * The free space on a folder's volume and on that of our own records; may be a moment old. @throws FaultError
   * `disk-refused`.
   */
  space(folder: string): Promise<DiskSpace>;
  /**
   * The outbox: our own folder for files that wait to be sent, created if missing. It is not watched and cannot be a
   * mirror. @throws FaultError `disk-refused`, `disk-full`.
   */
  outbox(): Promise<Root>;
  /** Stops the helper threads. */
  close(): Promise<void>;
}

/** Called with the keys of files that are removed for good. */
export type OnKeysGone = (keys: ReadonlySet<string>) => void;

/** Space in bytes that this account can use. */
export interface DiskSpace {
  readonly freeBytes: number;
  /** The size of the volume; 0 when unknown. */
  readonly totalBytes: number;
  /** Free space on the volume of trash and journal, which may be the same volume. */
  readonly recordsFreeBytes: number;
}

/** A mirror's folder, and what must be true of it. */
export interface Root {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** The UUID in `.benchtop/root.json`. */
  readonly marker: string;
  /** The volume of the folder when the mirror was added. */
  readonly volume: string;
}

/** How a volume treats names and times. */
export interface VolumeFacts {
  /** Whether `plate.csv` and `Plate.csv` are the same name there. */
  readonly foldsCase: boolean;
  /** Whether the composed and the decomposed form of `é` are the same name there. */
  readonly foldsUnicode: boolean;
  /** Whether it refuses what Windows refuses: `a:b`, `CON`, a dot or a blank at the end. */
  readonly refusesWindowsNames: boolean;
  /** The resolution of modification times in nanoseconds, 1 to 2,000,000,000. */
  readonly timeStepNs: number;
  /** Whether a file may have several names (hard links). */
  readonly hasLinks: boolean;
}

/** A marker in a folder: a Benchtop mirrors the folder, or did. */
export interface Claim {
  /** Absolute. */
  readonly path: string;
  /** The UUID. */
  readonly marker: string;
  readonly where: 'in' | 'above' | 'below';
  /** Whether a journal of this data directory wrote it, maybe one that was lost. */
  readonly isOurs: boolean;
}

export interface RootFacts {
  readonly trouble: Exclude<RootTrouble, 'no-marker' | 'other-marker' | 'other-volume'> | null;
  /** The system's error code, such as ENOENT; null when there is none. */
  readonly code: string | null;
  /** With links resolved; unchanged when that fails. */
  readonly realPath: string;
  /** Empty when unknown. */
  readonly volume: string;
  /** The UUID of the marker; null when there is none. */
  readonly marker: string | null;
  /** The epoch in the marker; 0 when it has none. */
  readonly epoch: number;
}

export interface Entry {
  /** The last name of the path. */
  readonly name: string;
  /** `other`: a link, device, socket or pipe, or a name that is not valid text. Never read and never removed. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
  /** Last change of content or metadata (ctime), ms since the epoch by this computer's clock. */
  readonly changedMs: number;
  /** Identity: device, inode and birth time. Unchanged by renames and edits in place. */
  readonly key: string;
  /** Fingerprint: differs whenever the content may differ (inode, size, mtime, ctime). For folders only the inode. */
  readonly fingerprint: string;
  /** How many names (hard links) the file has. */
  readonly links: number;
  /** A huge file that consists almost only of holes, so that its size does not tell how much it contains. */
  readonly isHollow?: true;
}

/** Which folders to scan. */
export interface ScanLimits {
  /**
   * Only these folders are read, and unknown folders inside them completely. Left out: the whole tree. A path through a
   * link, or to no folder, is reported as `unread`.
   */
  readonly only?: readonly string[];
}

export interface DiskScan {
  /**
   * Folders whose entries differ from the known ones, parents before children, each with all entries except
   * `.benchtop`.
   */
  readonly changed: readonly FolderScan[];
  /**
   * Folders in `known` or `only` that could not be read: gone, no longer folders, or in or below `unreadable`. All
   * other known folders are unchanged, in `changed`, or were not scanned.
   */
  readonly unread: readonly string[];
  /** Folders that could not be read, and mount points of other volumes. Their content is unknown, not absent. */
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  /** Whether names kept changing during the scan: an entry that was found nowhere may just have been moved. */
  readonly isRestless: boolean;
  /**
   * Whether only some folders were scanned. Then a missing entry may be in a folder that was not: only a complete scan
   * proves that it is gone, or that a new file replaced a removed one.
   */
  readonly isPartial: boolean;
}

export interface FolderScan {
  readonly path: string;
  readonly digest: string;
  readonly entries: readonly Entry[];
}

/** A file in the trash. */
export interface StoredBytes {
  readonly name: string;
  readonly sizeBytes: number;
  /** False for a file that `stageInStore` created and a crash cut off. */
  readonly isFinished: boolean;
}

export interface HashedFile {
  readonly sha256: Sha256;
  /** The entry, equal before and after the read. */
  readonly entry: Entry;
}

export interface OpenFile {
  /** The entry when it was opened, before the first byte was read. */
  readonly entry: Entry;
  /**
   * All bytes of a small file that was read when it was opened, and was unchanged afterwards, as `unchanged` tells. Null
   * or left out: read it with `chunks` or `lend`.
   */
  readonly whole?: Uint8Array | null;
  /**
   * The bytes in chunks of at most 1 MiB, which the caller may keep. Called once.
   * @param from in bytes; left out: 0.
   * @param to end in bytes, exclusive; left out: the end of the file at that time.
   */
  chunks(from?: number, to?: number): AsyncIterable<Uint8Array>;
  /**
   * All bytes in chunks of at most 1 MiB that are lent: a chunk may be overwritten when the next one is requested.
   * Reads ahead. Called once, instead of `chunks`.
   */
  lend(): AsyncIterable<Uint8Array>;
  /** Whether the path still leads to the opened file with the same fingerprint. */
  unchanged(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * What a staged file is for. `hash`: it is discarded as soon as its hash is known, and cannot be placed, so a small file
 * need not be written at all.
 */
export type StagingPurpose = 'place' | 'hash';

export interface Staging {
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes to the disk. */
  finish(): Promise<FinishedStaging>;
  /**
   * Removes the file.
   * @param cameNowhere called first if it has no other name: the file system may then reuse its key.
   */
  discard(cameNowhere?: () => void): Promise<void>;
  /**
   * Receives all of a small file from an address where the disk does its work: its bytes do not come here. Once, before
   * anything was written; when nothing came of it, the file is as it was. Missing where the disk reaches no network.
   * @throws FaultError: what `Http.send` and `finish` throw.
   */
  readonly receive?: (from: FileGet) => Promise<CameFile>;
}

/** A complete staged file. */
export interface FinishedStaging {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  /** The key that its entry has wherever it is moved (`Entry.key`); missing for a file outside of a root. */
  readonly key?: string;
}

/** The verified beginning of a staged file. */
export interface StagedPrefix {
  readonly sizeBytes: number;
  /** Hash of these bytes. */
  readonly sha256: Sha256;
}

/** A staged file that a later attempt can continue. */
export interface PartialStaging extends Staging {
  /** Flushes everything written so far. @returns what that is. */
  checkpoint(): Promise<StagedPrefix>;
  /** Flushes what was written until now while writing continues. @returns what that is. */
  flushSoFar(): Promise<StagedPrefix>;
  /** Discards everything written so far. */
  rewind(): Promise<void>;
  /** Closes the file without removing it. */
  leave(): Promise<void>;
}

/** What was answered to a request whose bytes went between a server and the disk. */
export type CarriedAnswer = Pick<HttpResponse, 'status' | 'headers'>;

/** Where a whole file is sent. */
export interface FilePut extends Pick<HttpRequest, 'url' | 'headers' | 'idleMs'> {
  /** The fingerprint that the file must have before and after it is read. */
  readonly fingerprint: string;
}

/** Where a whole file comes from. */
export interface FileGet extends Pick<HttpRequest, 'url' | 'idleMs'> {
  /** The size that it must have. As much memory is taken for a moment. */
  readonly sizeBytes: number;
  /** Called when all of it has come, before it is flushed. */
  readonly onCame: () => void;
}

export interface CameFile extends CarriedAnswer {
  /**
   * How long the answer's body was; 0 when its status is not 200. Of a body that is longer than the file some number above
   * the file's size: its rest is not read.
   */
  readonly cameBytes: number;
  /** As `finish` returns it; null when the answer was not this file: then nothing was written. */
  readonly finished: FinishedStaging | null;
}

export interface Placement {
  /** The name given to `stage`. */
  readonly staged: string;
  readonly path: string;
  /** The fingerprint that the file at the path must have; null: the path must be free. */
  readonly expected: string | null;
  /**
   * What happens to the old file: removed (its bytes are at the service), moved to the trash, or renamed to a conflict
   * copy.
   */
  readonly old:
    | { readonly to: 'nowhere' }
    | { readonly to: 'store'; readonly storeName: string }
    | { readonly to: 'sibling'; readonly path: string };
  /** The name in the trash for changes that arrive in the last moment. */
  readonly lateStoreName: string;
}

export interface PlacementResult {
  /** The entry at the path; if there is none, the placed file, which was moved elsewhere. */
  readonly entry: Entry;
  /** Whether `entry` has the staged bytes; false when a program edited or moved it directly after. */
  readonly isAsStaged: boolean;
  /** The old file as a conflict copy, if requested; null also when another file took that name (`late`). */
  readonly sibling: Entry | null;
  /** Whether `sibling` has the expected bytes; false when they changed in the last moment. */
  readonly isSiblingAsExpected: boolean;
  /** Whether changes of the last moment are in the trash as `lateStoreName`. */
  readonly late: boolean;
}
