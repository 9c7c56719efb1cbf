import type { Sha256 } from '../../shared/ids.ts';
import type { RootTrouble } from '../../shared/fault.ts';

/**
 * The disk, as coarse as the engine needs it: each call is one safe step, and walking, digests, hashing and fsync live
 * behind it. Paths are inside a root: names joined by `/`, no leading slash, empty for the root itself. No call with
 * effect ever leaves the root or follows a symbolic link; one that would is refused (`disk-refused`, ELOOP).
 * Faults: `disk-full` and `disk-refused` name the path; `stale` says that what is there is not what was expected, and
 * then nothing was changed; `root-lost` says that the root cannot be trusted.
 */
export interface Disk {
  /** What a folder is, before it becomes a root or when a root is in doubt. Never throws for the folder's own troubles. */
  inspect(path: string): Promise<RootFacts>;
  /**
   * The markers of mirrored folders in a folder, in those around it and in those below it. Never throws.
   * @param path absolute, with links resolved.
   */
  claims(path: string): Promise<readonly Claim[]>;
  /**
   * Writes the marker `.benchtop/root.json` durably. @throws FaultError `disk-refused`, `disk-full`.
   * @param epoch of the records that belong to the folder as it is; 0 when it is left out.
   */
  mark(path: string, marker: string, epoch?: number): Promise<void>;
  /**
   * Finds out what the volume of a root makes of names and times, by trying it in `.benchtop/stage/`; nothing of that stays.
   * @throws FaultError `root-lost`, `disk-refused`, `disk-full`.
   */
  probe(root: Root): Promise<VolumeFacts>;
  /** Removes `.benchtop` with the marker and whatever is staged; bytes set aside there go to the store first. */
  unmark(root: Root): Promise<void>;
  /**
   * Looks at the whole tree, or at some folders of it. The marker and the volume are checked before and after.
   * @param known digest of each folder as last seen, by path; folders that still have it are left out of `changed`.
   * @throws FaultError `root-lost`.
   */
  look(root: Root, known: ReadonlyMap<string, string>, at?: ScanLimits): Promise<DiskScan>;
  /** What is at a path now, without following links; null when there is nothing. */
  entry(root: Root, path: string): Promise<Entry | null>;
  /**
   * The files of a root that some program of this computer has open for writing, by path, as far as we are let see it;
   * null where the system does not tell.
   */
  openForWriting(root: Root): Promise<ReadonlySet<string> | null>;
  /**
   * Whether a program has a file open so that it cannot be replaced, renamed or removed now, as Windows allows it to; false
   * where no system forbids that.
   */
  isHeld(root: Root, path: string): Promise<boolean>;
  /** Hashes a file; null when it is gone, no regular file, or changed while it was read. */
  hash(root: Root, path: string): Promise<HashedFile | null>;
  /** Opens a file for reading, shared, without changing anything. @throws FaultError `stale` when it is gone or no file. */
  open(root: Root, path: string): Promise<OpenFile>;
  /** Makes a folder in an existing parent. A folder that is already there is taken as it is. @throws FaultError. */
  makeFolder(root: Root, path: string): Promise<Entry>;
  /**
   * Begins a file in `.benchtop/stage/` under a name of ours (letters, digits, hyphens); an old one is replaced. That it
   * could not begin may also be told by what is asked of it next.
   */
  stage(root: Root, name: string): Promise<PartialStaging>;
  /**
   * Goes on with a staged file that was left unfinished: what came after its first bytes is cut off.
   * @returns null when it does not begin with these bytes; then it is removed. @throws FaultError.
   */
  resume(root: Root, name: string, begun: StagedPrefix): Promise<PartialStaging | null>;
  /**
   * Puts a finished staged file at a path: atomically, durably, and only when what is there is what was expected.
   * Changes that slip in at the last instant are kept in the store, never lost (`late`). A file that a program has open for
   * writing, as far as the system tells, is not let go of or stored: it keeps its place (`disk-refused`, EBUSY).
   * @throws FaultError; `stale` also when the new file was removed in the very moment after.
   */
  place(root: Root, placing: Placement): Promise<PlacementResult>;
  /**
   * Moves or renames a file or folder, never onto something. Doing it again after it was done is fine.
   * @param key the entry's key, so that only the very thing is moved. @throws FaultError `stale`.
   */
  move(root: Root, from: string, to: string, key: string): Promise<Entry>;
  /** Takes a file out of the tree into the store under `storeName`, if it still has `stamp`. @throws FaultError `stale`. */
  store(root: Root, path: string, stamp: string, storeName: string): Promise<void>;
  /**
   * Lets go of a file whose bytes are safe elsewhere, if it still has `stamp`.
   * @throws FaultError `stale`; `disk-refused` (EBUSY) while a program has it open for writing, as far as the system tells.
   */
  free(root: Root, path: string, stamp: string): Promise<void>;
  /** Brings a stored file back to a path where nothing is; then it is in the store no more. @throws FaultError `stale`. */
  restore(root: Root, storeName: string, path: string): Promise<Entry>;
  /** Removes an empty folder. False when something is in it (then it stays); true also when it was gone already. */
  removeFolder(root: Root, path: string): Promise<boolean>;
  /** Begins a file directly in the store (bytes fetched before a removal at the service). */
  stageInStore(storeName: string): Promise<Staging>;
  /** What lies in the store; what is no file of ours is left out. @throws FaultError. */
  listStored(): Promise<readonly StoredBytes[]>;
  /** Opens a finished file of the store for reading. @throws FaultError `stale` when it is not there. */
  openStored(storeName: string): Promise<OpenFile>;
  /** Forgets a file in the store; fine when it is not there. */
  dropStored(storeName: string): Promise<void>;
  /**
   * Clears `.benchtop/stage/`: unfinished downloads go, bytes that a crash left set aside are moved into the store.
   * @param kept names of unfinished downloads that stay.
   * @param dropping told the keys of the files that have no name elsewhere and go now, before anything new may get them.
   * @returns the store names given to the bytes set aside (`rescued-…`). What a program still writes into may stay for the
   * next sweep. To be called before the first look only.
   */
  sweep(root: Root, kept?: ReadonlySet<string>, dropping?: OnKeysGone): Promise<readonly string[]>;
  /** The room on the volume of a folder, and on that of our own records, at most a moment ago. @throws FaultError `disk-refused`. */
  space(folder: string): Promise<DiskSpace>;
  /**
   * Our own folder for files that wait to be sent, among our records; made when it is not there. Never watched, never a
   * mirror. @throws FaultError `disk-refused`, `disk-full`.
   */
  outbox(): Promise<Root>;
  /** Ends helper threads. */
  close(): Promise<void>;
}

/** Told the keys of files that go for ever. */
export type OnKeysGone = (keys: ReadonlySet<string>) => void;

/** Room in bytes, as far as it is ours to use. */
export interface DiskSpace {
  readonly freeBytes: number;
  /** The whole volume; 0 when it does not say. */
  readonly totalBytes: number;
  /** Free on the volume of the store and the journal, which may be the same. */
  readonly recordsFreeBytes: number;
}

/** A mirror's folder and what must be true of it. */
export interface Root {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** The UUID in `.benchtop/root.json`. */
  readonly marker: string;
  /** The volume the folder was on when the mirror was made. */
  readonly volume: string;
}

/** What a volume makes of names and times. */
export interface VolumeFacts {
  /** Whether `plate.csv` and `Plate.csv` are one name there. */
  readonly foldsCase: boolean;
  /** Whether the composed and the decomposed form of `é` are one name there. */
  readonly foldsUnicode: boolean;
  /** Whether it refuses what Windows refuses: `a:b`, `CON`, a dot or a blank at the end. */
  readonly refusesWindowsNames: boolean;
  /** The shortest time between two times of modification that it keeps apart, nanoseconds; 1 to 2,000,000,000. */
  readonly timeStepNs: number;
  /** Whether a file may have two names. */
  readonly hasLinks: boolean;
}

/** A folder with a marker in it: some records of Benchtop mirror it, or did. */
export interface Claim {
  /** Absolute. */
  readonly path: string;
  /** The UUID. */
  readonly marker: string;
  readonly where: 'in' | 'above' | 'below';
  /** Whether records in this data directory wrote it, these or ones that were lost. */
  readonly isOurs: boolean;
}

export interface RootFacts {
  readonly trouble: Exclude<RootTrouble, 'no-marker' | 'other-marker' | 'other-volume'> | null;
  /** The system's word for the trouble, such as ENOENT; null when there is none. */
  readonly code: string | null;
  /** With links resolved; the path as given when it cannot be. */
  readonly realPath: string;
  /** Empty when unknown. */
  readonly volume: string;
  /** The marker's UUID, null when there is none. */
  readonly marker: string | null;
  /** What the marker was last written with; 0 when it says nothing. */
  readonly epoch: number;
}

export interface Entry {
  /** The last name of the path. */
  readonly name: string;
  /** `other`: link, device, socket, pipe, or a name that is not valid text. Never read, never removed. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
  /** When content or metadata last changed (ctime), milliseconds since the epoch by this computer's clock. */
  readonly changedMs: number;
  /** Who it is: device, inode and birth time. Survives renames and edits in place. */
  readonly key: string;
  /** What state it is in: differs whenever content may differ (inode, size, mtime, ctime). For folders only the inode. */
  readonly stamp: string;
  /** Number of names this file has. */
  readonly links: number;
  /** Huge, and nearly all of it holes: its size says nothing of what is in it. */
  readonly isHollow?: true;
}

/** Which folders to look at. */
export interface ScanLimits {
  /**
   * Paths of folders: only these are read, and folders in them that are not in `known`, to the bottom. Left out: the whole
   * tree. A path that leads through a link, or to no folder, is `unread`.
   */
  readonly only?: readonly string[];
}

export interface DiskScan {
  /** Folders whose entries differ from what was known, parents before children, each with all its entries but `.benchtop`. */
  readonly changed: readonly FolderScan[];
  /**
   * Folders of `known`, or of `only`, that were looked for and not read: gone, no folders any more, or in or below
   * `unreadable`. All others of `known` are as known, or in `changed`, or were not looked at.
   */
  readonly unread: readonly string[];
  /** Folders that could not be read, and other volumes mounted inside. What is below is unknown, not absent. */
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  /** Whether names changed while they were read, again and again: what was found nowhere may have been moved just then. */
  readonly isRestless: boolean;
  /**
   * Whether only some folders were looked at. Then what was not found where it was may be in a folder that was not looked
   * at: only a look at everything proves that something is gone, or that a new file took the place of a removed one.
   */
  readonly isPartial: boolean;
}

export interface FolderScan {
  readonly path: string;
  readonly digest: string;
  readonly entries: readonly Entry[];
}

/** A file in the store. */
export interface StoredBytes {
  readonly name: string;
  readonly sizeBytes: number;
  /** False for what `stageInStore` began and a crash cut off. */
  readonly isFinished: boolean;
}

export interface HashedFile {
  readonly sha256: Sha256;
  /** The entry as it was before and after the reading. */
  readonly entry: Entry;
}

export interface OpenFile {
  /** As it was when opened, before the first byte. */
  readonly entry: Entry;
  /**
   * The bytes, in chunks of at most 1 MiB, each for the caller to keep; may be called once. @param from in bytes, 0 when left out. @param to the byte
   * after the last; left out: the end, wherever it is by then.
   */
  chunks(from?: number, to?: number): AsyncIterable<Uint8Array>;
  /**
   * All bytes, in chunks of at most 1 MiB that are only lent: each may be overwritten once the next one is asked for. The
   * next is read ahead. Instead of `chunks`, once.
   */
  lend(): AsyncIterable<Uint8Array>;
  /** Whether the path still leads to the file that was opened and it still has its stamp. */
  unchanged(): Promise<boolean>;
  close(): Promise<void>;
}

export interface Staging {
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes to the disk. */
  finish(): Promise<FinishedStaging>;
  /**
   * Removes it.
   * @param cameNowhere called first if it has no other name: then it came nowhere, and something new may get its key.
   */
  discard(cameNowhere?: () => void): Promise<void>;
}

/** All of a staged file. */
export interface FinishedStaging {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  /** What its entry is recognised by, wherever it comes to (`Entry.key`); not of what is in no folder. */
  readonly key?: string;
}

/** How far a staged file has come. */
export interface StagedPrefix {
  readonly sizeBytes: number;
  /** Of these first bytes. */
  readonly sha256: Sha256;
}

/** A staged file that another try may go on with. */
export interface PartialStaging extends Staging {
  /** Flushes what was written so far, and tells what that is. */
  checkpoint(): Promise<StagedPrefix>;
  /** Flushes what is on its way to the disk at this moment, while more may be written, and tells what that was. */
  flushSoFar(): Promise<StagedPrefix>;
  /** Forgets all that was written, and begins anew. */
  rewind(): Promise<void>;
  /** Lets go of the file, but does not remove it. */
  leave(): Promise<void>;
}

export interface Placement {
  /** The name given to `stage`. */
  readonly staged: string;
  readonly path: string;
  /** The stamp of the file that must be there; null: nothing may be there. */
  readonly expected: string | null;
  /** What becomes of the file that was there: let go (its bytes are at the service), stored, or kept beside under a name. */
  readonly old:
    | { readonly to: 'nowhere' }
    | { readonly to: 'store'; readonly storeName: string }
    | { readonly to: 'sibling'; readonly path: string };
  /** Where bytes go that slipped in at the last instant. */
  readonly lateStoreName: string;
}

export interface PlacementResult {
  /** What is at the path; where nothing is, the file as it was placed, which was moved on. */
  readonly entry: Entry;
  /** Whether `entry` still has the staged bytes; false when somebody edited or moved it in the very moment after. */
  readonly isAsStaged: boolean;
  /** The old file under its sibling name, when that was asked for; null, too, when something else took that name (`late`). */
  readonly sibling: Entry | null;
  /** Whether `sibling` still has the bytes that were expected; false when they changed at the last instant. */
  readonly isSiblingAsExpected: boolean;
  /** Whether bytes slipped in and are in the store under `lateStoreName`. */
  readonly late: boolean;
}
