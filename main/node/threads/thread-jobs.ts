import type { Failure } from '../../../shared/fault.ts';
import type {
  CameFile,
  CarriedAnswer,
  Disk,
  Entry,
  FileGet,
  FilePut,
  FinishedStaging,
  Root,
  StagedPrefix,
} from '../../ports/disk.ts';
import type { ListedFolders, Survey, WalkResult } from '../../ports/folder-survey.ts';
import type { HttpRoute } from '../../ports/http.ts';
import type { SourceEntry, SourceFacts } from '../../ports/read-only-folder.ts';
import type { HashAnswer } from '../disk/read/hash-together.ts';
import type { ShareAnswer, ShareAsk } from '../disk/read/walk-together.ts';

/** The calls of a disk that a thread answers as they are. */
export type PlainName =
  | 'inspect'
  | 'claims'
  | 'mark'
  | 'probe'
  | 'unmark'
  | 'scan'
  | 'entry'
  | 'openForWriting'
  | 'isHeld'
  | 'hash'
  | 'makeFolder'
  | 'place'
  | 'move'
  | 'store'
  | 'free'
  | 'restore'
  | 'removeFolder'
  | 'space'
  | 'outbox';

/** The calls themselves. */
export type PlainCalls = {
  readonly [N in PlainName]: (...ask: Parameters<Disk[N]>) => ReturnType<Disk[N]>;
};

type PlainJobs = {
  readonly [N in PlainName]: { readonly ask: Parameters<Disk[N]>; readonly answer: Awaited<ReturnType<Disk[N]>> };
};

/** Memory that one thread hands over to another, which hands it back. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What the disk's worker thread can be asked, and what it answers. `Handle`: the number of a file that it has open. */
export interface Jobs extends PlainJobs, CarryingJobs, GroundJobs, SourceJobs {
  /** Whether a folder gives any answer: the volume it is on, null when nothing is there. */
  readonly answer: { readonly ask: readonly [path: string]; readonly answer: string | null };
  /** Small files of one root; an answer for each, in the same order. */
  readonly hashTogether: {
    readonly ask: readonly [root: Root, paths: readonly string[]];
    readonly answer: readonly HashAnswer[];
  };
  /** For the second thread of a walk. */
  readonly share: { readonly ask: readonly [ask: ShareAsk]; readonly answer: ShareAnswer };
  /** What goes is told first (`Told`). */
  readonly sweep: {
    readonly ask: readonly [root: Root, kept: ReadonlySet<string>];
    readonly answer: readonly string[];
  };

  readonly open: { readonly ask: readonly [root: Root, path: string]; readonly answer: OpenedThere };
  readonly read: { readonly ask: readonly [file: Handle, buffer: Bytes, at: number]; readonly answer: Bytes };
  readonly close: { readonly ask: readonly [file: Handle]; readonly answer: null };

  readonly stage: { readonly ask: readonly [root: Root, name: string]; readonly answer: Handle };
  /** A small file, all at once. */
  readonly stageWhole: {
    readonly ask: readonly [root: Root, name: string, bytes: Bytes];
    readonly answer: FinishedStaging;
  };
  readonly resume: {
    readonly ask: readonly [root: Root, name: string, begun: StagedPrefix];
    readonly answer: Handle | null;
  };
  /** @returns the memory, to be used again. */
  readonly write: { readonly ask: readonly [file: Handle, bytes: Bytes]; readonly answer: Bytes };
  readonly finish: { readonly ask: readonly [file: Handle, last: Bytes]; readonly answer: FinishedStaging };
  readonly checkpoint: { readonly ask: readonly [file: Handle, last: Bytes]; readonly answer: StagedPrefix };
  readonly flushSoFar: { readonly ask: readonly [file: Handle]; readonly answer: StagedPrefix };
  readonly rewind: { readonly ask: readonly [file: Handle]; readonly answer: null };
  readonly leave: { readonly ask: readonly [file: Handle]; readonly answer: null };
  /** The file may not have begun (null), or have ended before. That it came nowhere is told first (`Told`). */
  readonly discard: { readonly ask: readonly [file: Handle | null, root: Root, name: string]; readonly answer: null };
}

/** Whole files that travel between the disk and a server; see `Disk.send` and `Staging.receive`. */
interface CarryingJobs {
  readonly send: {
    readonly ask: readonly [root: Root, path: string, to: FilePut, route: HttpRoute];
    readonly answer: CarriedAnswer;
  };
  /** That all of it has come is told first (`Came`). Without a name it is hashed and not kept. */
  readonly receive: {
    readonly ask: readonly [root: Root, name: string | null, from: Omit<FileGet, 'onCame'>, route: HttpRoute];
    readonly answer: CameFile;
  };
}

/** Places that are no mirrors; see `FolderSurveyor`. */
interface GroundJobs {
  readonly survey: { readonly ask: readonly [path: string]; readonly answer: Survey };
  readonly makePlace: { readonly ask: readonly [path: string]; readonly answer: string };
  readonly folders: { readonly ask: readonly [path: string, most: number]; readonly answer: ListedFolders };
  readonly walk: { readonly ask: readonly [folder: string, most: number]; readonly answer: WalkResult };
  readonly readText: { readonly ask: readonly [path: string, mostBytes: number]; readonly answer: string };
  /** The file is written as one that was staged. */
  readonly begin: {
    readonly ask: readonly [folder: string, mark: string, isPrivate: boolean];
    readonly answer: Handle;
  };
  /** Of a file that was finished. */
  readonly become: { readonly ask: readonly [folder: string, mark: string, name: string]; readonly answer: boolean };
  readonly clear: { readonly ask: readonly [folder: string, mark: string]; readonly answer: null };
}

/** Folders that are only read; see `Source`. The folder comes first, though what is open has a number of its own. */
interface SourceJobs {
  readonly sourceSurvey: { readonly ask: readonly [folder: string]; readonly answer: SourceFacts };
  readonly sourceList: { readonly ask: readonly [folder: string, path: string]; readonly answer: Handle };
  /** Null at the end, and after it. */
  readonly sourceNext: {
    readonly ask: readonly [folder: string, list: Handle];
    readonly answer: readonly SourceEntry[] | null;
  };
  readonly sourceEnd: { readonly ask: readonly [folder: string, list: Handle]; readonly answer: null };
  readonly sourceStat: { readonly ask: readonly [folder: string, path: string]; readonly answer: SourceEntry | null };
  readonly sourceIsWritten: {
    readonly ask: readonly [folder: string, path: string];
    readonly answer: boolean | null;
  };
  readonly sourceRead: {
    readonly ask: readonly [folder: string, path: string];
    readonly answer: { readonly entry: SourceEntry; readonly file: Handle };
  };
  /** Null at the end. */
  readonly sourceChunk: { readonly ask: readonly [folder: string, file: Handle]; readonly answer: Bytes | null };
  readonly sourceUnchanged: { readonly ask: readonly [folder: string, file: Handle]; readonly answer: boolean };
  readonly sourceClose: { readonly ask: readonly [folder: string, file: Handle]; readonly answer: null };
}

export type Handle = number;

/** A file that was opened. */
export interface OpenedThere {
  readonly entry: Entry;
  /** All of a small file, which is closed again; the number of any other. */
  readonly opened: Bytes | Handle;
  /** Whether a small file was unchanged when all of it was read. */
  readonly isUnchanged: boolean;
}

export type JobName = keyof Jobs;

/** A question on its way to the thread. */
export interface ThreadQuestion<N extends JobName = JobName> {
  readonly id: number;
  readonly job: N;
  readonly ask: Jobs[N]['ask'];
}

/** The thread goes on with a question when what it told was heard, or was not. */
export interface ThreadNewsHeard {
  readonly heard: number;
  readonly fault: Failure | null;
}

/** Told by the thread in the midst of a question; it waits until that was heard. */
export interface ThreadNews {
  readonly id: number;
  readonly told: ReadonlySet<string>;
}

/** All bytes of what a question receives have come. The thread does not wait until that was heard. */
export interface BytesReceived {
  readonly came: number;
}

/** An answer on its way back. */
export type ThreadAnswer =
  | { readonly id: number; readonly ok: true; readonly answer: Jobs[JobName]['answer'] }
  | { readonly id: number; readonly ok: false; readonly fault: Failure };

/** What a thread needs to know before it is asked anything. */
export interface ThreadSetup {
  /** Absolute. */
  readonly dataDirectory: string;
  readonly isHolding: boolean;
  /** See `sharePool`. */
  readonly poolShare: Int32Array<SharedArrayBuffer>;
}
