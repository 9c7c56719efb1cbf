import { join } from 'node:path';

import { MINUTE } from '../../shared/units.ts';
import type { Disk, DiskSpace, FinishedStaging, Root } from '../ports/disk.ts';
import type { FolderSurveyor } from '../ports/folder-survey.ts';
import type { Sources } from '../ports/read-only-folder.ts';
import { ScanMoveLock } from './disk/write/scan-move-lock.ts';
import type { RoutedHttp } from './net/undici-http.ts';
import { AskingThreads } from './threads/asking-threads.ts';
import { Carrier } from './threads/carrier.ts';
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
export interface NodeDiskManner extends Partial<ThreadManner> {
  /** How servers are reached, on its route by threads, too; left out: files are carried to and from none. */
  readonly http?: RoutedHttp;
  /** How many files of a root at a time are carried by this thread, which needs no other one for a few. */
  readonly few?: number;
}

/** A zone is looked at every few seconds: its thread is not started for each look. */
const SOURCES_END_AFTER_MS = MINUTE;

/** While so many questions wait for the first thread, the second one, which may have to be started, hashes small files, too. */
const MANY_WAITING = 8;

/** The threads of a root: while one walks or hashes, the other one acts. Starting one costs more than most commands do. */
class RootThreads {
  readonly scanning: DiskThread;
  readonly scanMoveLock = new ScanMoveLock();
  readonly #second: DiskThread;

  constructor(start: () => DiskThread) {
    this.scanning = start();
    this.#second = start();
  }

  /** The thread that has time; the second one is started when the first is at work. */
  get acting(): DiskThread {
    return this.#second.isRunning || !this.scanning.isIdle ? this.#second : this.scanning;
  }

  /** For one more file to hash: many small ones are divided, a large one does not hold up what acts. */
  hashing(sizeBytes: number): DiskThread {
    const isDivided = sizeBytes <= AT_ONCE_BYTES && this.scanning.waiting >= MANY_WAITING;
    return isDivided && this.#second.waiting < this.scanning.waiting ? this.#second : this.scanning;
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
export function createNodeDisk(dataDirectory: string, { http, few, ...manner }: NodeDiskManner = {}): NodeDisk {
  const threadManner = { dataDirectory, isHolding: canHold(), poolShare: createPoolShare(), ...manner };
  const start = (): DiskThread => new DiskThread(threadManner);
  const askers = new AskingThreads(start);
  const places = new FolderThreads(start);
  const sources = new FolderThreads(() => new DiskThread({ endsAfterMs: SOURCES_END_AFTER_MS, ...threadManner }));
  const roots = new Map<string, RootThreads>();
  const carrier = http === undefined ? null : new Carrier(http, few);
  const of = ({ path }: Root): RootThreads => {
    const known = roots.get(path) ?? new RootThreads(start);
    roots.set(path, known);
    return known;
  };
  const by =
    (which: 'acting' | 'scanning') =>
    <N extends JobName>(job: N) =>
    (...ask: Jobs[N]['ask'] & readonly [Root, ...unknown[]]): Promise<Jobs[N]['answer']> =>
      of(ask[0])[which].ask(job, ask);
  const [act, seek] = [by('acting'), by('scanning')];
  const spaces = new RecentAnswers<DiskSpace>();
  const store = new Store(join(dataDirectory, 'store'));
  return {
    answer: path => askers.ask('answer', [path], path),
    ground: createGround(askers, places),
    sources: createSources(sources),
    inspect: path => askers.ask('inspect', [path], path),
    claims: path => askers.ask('claims', [path], path),
    mark: (path, marker, epoch = 0) => askers.ask('mark', [path, marker, epoch], path),
    space: path => spaces.of(path, () => askers.ask('space', [path], path)),
    outbox: () => askers.ask('outbox', [], join(dataDirectory, 'outbox')),
    scan: (root, known, at = {}) => of(root).scanMoveLock.scan(() => of(root).scanning.ask('scan', [root, known, at])),
    // Only Windows lets a program forbid anything: elsewhere no thread is asked.
    isHeld: process.platform === 'win32' ? seek('isHeld') : () => Promise.resolve(false),
    hash: (root, path, sizeBytes = Infinity) => of(root).hashing(sizeBytes).ask('hash', [root, path]),
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
