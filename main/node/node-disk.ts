import { join } from 'node:path';

import { MINUTE } from '../../shared/units.ts';
import type { Disk, DiskSpace, FinishedStaging, HashedFile, Root } from '../ports/disk.ts';
import type { FolderSurveyor } from '../ports/folder-survey.ts';
import type { Sources } from '../ports/read-only-folder.ts';
import { ScanMoveLock } from './disk/write/scan-move-lock.ts';
import type { RoutedHttp } from './net/undici-http.ts';
import { AskingThreads } from './threads/asking-threads.ts';
import { Burst } from './threads/burst.ts';
import { Carrier, type CarrierManner } from './threads/carrier.ts';
import { DiskThread, type ThreadManner } from './threads/disk-thread.ts';
import { FolderThreads } from './threads/folder-threads.ts';
import { canHold } from './disk/volume/open-folder.ts';
import { ThereOpened } from './threads/remote-opened-file.ts';
import { createPoolShare } from './disk/job-pool.ts';
import { AT_ONCE_BYTES } from './disk/read/bytes.ts';
import { ReadFile } from './disk/read/read-file.ts';
import { ThereStaged } from './threads/remote-staged-file.ts';
import { Store } from './disk/write/trash-folder.ts';
import type { Bytes, Handle, JobName, Jobs } from './threads/thread-jobs.ts';
import { createGround } from './node-ground.ts';
import { createSources } from './source/there-sources.ts';

/** The real disk, its question whether a folder answers, and what else is done in threads. All of them end with it. */
export interface NodeDisk extends Disk {
  /**
   * Resolves when a folder says anything: the volume it is on, or null, that it is not there. Nothing else waits for one
   * that says nothing.
   */
  answer(path: string): Promise<string | null>;
  readonly ground: FolderSurveyor;
  readonly sources: Sources;
}

/** How a disk works. */
export interface NodeDiskManner extends Partial<ThreadManner>, CarrierManner {
  /** How servers are reached, on its route by threads, too; left out: files are carried to and from none. */
  readonly http?: RoutedHttp;
}

/** A zone is looked at every few seconds: its thread is not started for each look. */
const SOURCES_END_AFTER_MS = MINUTE;

/** While so many questions wait for the first thread, the second one hashes small files, too. */
const MANY_WAITING = 8;
/** So many small files are hashed in the time that the second one takes to start. */
const WORTH_A_THREAD = 256;

/** The threads of a root: while one does what may take long, the other one acts. Starting one costs more than most commands do. */
class RootThreads {
  readonly scanning: DiskThread;
  readonly scanMoveLock = new ScanMoveLock();
  readonly #second: DiskThread;
  readonly #waiting = new Burst(WORTH_A_THREAD);
  /** How many looks and hashes of large files the first thread is asked for. */
  #long = 0;

  /** @param first a thread that was started for other questions and is free. */
  constructor(start: () => DiskThread, first: DiskThread | null) {
    this.scanning = first ?? start();
    this.#second = start();
  }

  /** The first thread, if an answer of it needs neither a start nor a wait. */
  get ready(): DiskThread | null {
    return this.scanning.isRunning && this.scanning.isIdle ? this.scanning : null;
  }

  /** The thread that has time; the second one is started when the first is at something that may take long. */
  get acting(): DiskThread {
    return this.#second.isRunning || this.#long > 0 ? this.#second : this.scanning;
  }

  /** Asks the first thread for something that may take long. */
  async seek<N extends JobName>(job: N, ask: Jobs[N]['ask']): Promise<Jobs[N]['answer']> {
    this.#long += 1;
    try {
      return await this.scanning.ask(job, ask);
    } finally {
      this.#long -= 1;
    }
  }

  /** Many small files are divided, a large one does not hold up what acts. */
  hash(root: Root, path: string, sizeBytes: number): Promise<HashedFile | null> {
    if (sizeBytes > AT_ONCE_BYTES) return this.seek('hash', [root, path]);
    return this.#forSmallFile().ask('hash', [root, path]);
  }

  #forSmallFile(): DiskThread {
    if (this.scanning.waiting < MANY_WAITING) return this.scanning;
    const isWorthIt = this.#waiting.oneMore() || this.#second.isRunning;
    return isWorthIt && this.#second.waiting < this.scanning.waiting ? this.#second : this.scanning;
  }

  async close(): Promise<void> {
    await Promise.all([this.scanning.close(), this.#second.close()]);
  }
}

/**
 * The real disk. What is done in a mirrored folder is done in threads of that folder, and what is asked about others in
 * threads for that: a volume that hangs holds up nothing but them. Our own store is reached on this thread.
 * @param dataDirectory absolute; removed files go to its folder `store`. Nothing runs until the first call.
 */
export function createNodeDisk(dataDirectory: string, { http, few, many, ...manner }: NodeDiskManner = {}): NodeDisk {
  const threadManner = { dataDirectory, isHolding: canHold(), poolShare: createPoolShare(), ...manner };
  const start = (): DiskThread => new DiskThread(threadManner);
  const askers = new AskingThreads(start);
  const places = new FolderThreads(start);
  const sources = new FolderThreads(() => new DiskThread({ endsAfterMs: SOURCES_END_AFTER_MS, ...threadManner }));
  const roots = new Map<string, RootThreads>();
  const carrier = http === undefined ? null : new Carrier(http, { few, many });
  const of = ({ path }: Root): RootThreads => {
    const known = roots.get(path) ?? new RootThreads(start, askers.giveIdle());
    roots.set(path, known);
    return known;
  };
  const by =
    (which: 'acting' | 'scanning') =>
    <N extends JobName>(job: N) =>
    (...ask: Jobs[N]['ask'] & readonly [Root, ...unknown[]]): Promise<Jobs[N]['answer']> =>
      of(ask[0])[which].ask(job, ask);
  const [act, seek] = [by('acting'), by('scanning')];
  // What comes right before a look: a folder that hangs now holds up the look that follows as well.
  const before = <N extends 'inspect' | 'mark'>(job: N, ask: Jobs[N]['ask']): Promise<Jobs[N]['answer']> =>
    roots.get(ask[0])?.ready?.ask(job, ask) ?? askers.ask(job, ask, ask[0]);
  const spaces = new RecentAnswers<DiskSpace>();
  const store = new Store(join(dataDirectory, 'store'));
  return {
    answer: path => askers.ask('answer', [path], path),
    ground: createGround(askers, places),
    sources: createSources(sources),
    inspect: path => before('inspect', [path]),
    claims: path => askers.ask('claims', [path], path),
    mark: (path, marker, epoch = 0) => before('mark', [path, marker, epoch]),
    space: path =>
      spaces.of(path, () => roots.get(path)?.acting.ask('space', [path]) ?? askers.ask('space', [path], path)),
    outbox: () => askers.ask('outbox', [], join(dataDirectory, 'outbox')),
    scan: (root, known, at = {}) => of(root).scanMoveLock.scan(() => of(root).seek('scan', [root, known, at])),
    // Only Windows lets a program forbid anything: elsewhere no thread is asked.
    isHeld: process.platform === 'win32' ? seek('isHeld') : () => Promise.resolve(false),
    hash: (root, path, sizeBytes = Infinity) => of(root).hash(root, path, sizeBytes),
    ...{ openForWriting: seek('openForWriting'), probe: act('probe'), unmark: act('unmark') },
    ...{ entry: act('entry'), makeFolder: act('makeFolder'), place: act('place') },
    move: (root, from, to, key) => of(root).scanMoveLock.move(() => of(root).acting.ask('move', [root, from, to, key])),
    ...{ store: act('store'), free: act('free'), restore: act('restore'), removeFolder: act('removeFolder') },
    sweep: (root, kept = new Set(), dropping = () => undefined) =>
      of(root).acting.ask('sweep', [root, kept], { hear: dropping }),
    open: async (root, path) => {
      const { acting } = of(root);
      return new ReadFile(new ThereOpened(acting, [root, path], await acting.ask('open', [root, path])));
    },
    stage: async (root, name) => newStaged(of(root).acting, { root, name, carrier }),
    resume: async (root, name, begun) => {
      const { acting } = of(root);
      const file = await acting.ask('resume', [root, name, begun]);
      return file === null ? null : new ThereStaged(acting, { file, remove: removing(acting, root, name) });
    },
    ...(carrier === null ? {} : { send: (root, path, to) => carrier.send(of(root).acting, [root, path, to]) }),
    stageInStore: async storeName => store.stage(storeName),
    listStored: async () => store.list(),
    openStored: async storeName => store.open(storeName),
    dropStored: async storeName => store.drop(storeName),
    close: async () => {
      await Promise.all([askers, places, sources, ...roots.values()].map(threads => threads.close()));
    },
  };
}

interface NewlyStaged {
  readonly root: Root;
  readonly name: string;
  readonly carrier: Carrier | null;
}

function newStaged(thread: DiskThread, { root, name, carrier }: NewlyStaged): ThereStaged {
  const whole = (bytes: Bytes): Promise<FinishedStaging> =>
    thread.ask('stageWhole', [root, name, bytes], { memory: [bytes.buffer] });
  return new ThereStaged(thread, {
    begin: () => thread.ask('stage', [root, name]),
    whole,
    receive: carrier === null ? null : from => carrier.receive(thread, from, { root, name, whole }),
    remove: removing(thread, root, name),
  });
}

function removing(thread: DiskThread, root: Root, name: string) {
  return (file: Handle | null, cameNowhere: () => void): Promise<unknown> =>
    thread.ask('discard', [file, root, name], { hear: cameNowhere });
}

/** An answer counts for so long, in milliseconds: it is asked for before each of thousands of files. */
const RECENT_MS = 100;

/** Answers by path; one that was just asked for counts for the next question. */
class RecentAnswers<T> {
  readonly #asked = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();

  of(path: string, ask: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const known = this.#asked.get(path);
    if (known !== undefined && now - known.at < RECENT_MS) return known.answer;
    const answer = ask();
    this.#asked.set(path, { at: now, answer });
    return answer;
  }
}
