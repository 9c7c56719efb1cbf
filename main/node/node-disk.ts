import { join } from 'node:path';

import { MINUTE } from '../../shared/units.ts';
import type { Disk, DiskSpace, FinishedStaging, Root, StagingPurpose } from '../ports/disk.ts';
import type { FolderSurveyor } from '../ports/folder-survey.ts';
import type { Sources } from '../ports/read-only-folder.ts';
import type { RoutedHttp } from './net/undici-http.ts';
import { AskingThreads } from './threads/asking-threads.ts';
import { Carrier, type CarrierManner } from './threads/carrier.ts';
import { DiskThread, type ThreadManner } from './threads/disk-thread.ts';
import { FolderThreads } from './threads/folder-threads.ts';
import { type RootThreads, ThreadsOfRoots } from './threads/root-threads.ts';
import { canHold } from './disk/volume/open-folder.ts';
import { ThereOpened } from './threads/remote-opened-file.ts';
import { createPoolShare } from './disk/job-pool.ts';
import { ReadFile } from './disk/read/read-file.ts';
import { ThereStaged } from './threads/remote-staged-file.ts';
import { Store } from './disk/write/trash-folder.ts';
import type { Bytes, Handle, JobName, Jobs } from './threads/thread-jobs.ts';
import { createGround } from './node-ground.ts';
import { createSources } from './source/there-sources.ts';
import { hashOfBytes } from './disk/read/hash-bytes.ts';

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
  const roots = new ThreadsOfRoots(start, () => askers.giveIdle());
  const carrier = http === undefined ? null : new Carrier(http, { few, many });
  const of = (root: Root): RootThreads => roots.of(root);
  const by =
    (which: 'acting' | 'scanning') =>
    <N extends JobName>(job: N) =>
    (...ask: Jobs[N]['ask'] & readonly [Root, ...unknown[]]): Promise<Jobs[N]['answer']> =>
      of(ask[0])[which].ask(job, ask);
  const [act, seek] = [by('acting'), by('scanning')];
  // What comes right before a look: a folder that hangs now holds up the look that follows as well.
  const before = <N extends 'inspect' | 'mark'>(job: N, ask: Jobs[N]['ask']): Promise<Jobs[N]['answer']> =>
    roots.at(ask[0])?.ready?.ask(job, ask) ?? askers.ask(job, ask, ask[0]);
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
      spaces.of(path, () => roots.at(path)?.acting.ask('space', [path]) ?? askers.ask('space', [path], path)),
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
    stage: async (root, name, purpose) => newStaged(of(root).acting, { root, name, carrier, purpose }),
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
      await Promise.all([askers, places, sources, roots].map(threads => threads.close()));
    },
  };
}

interface NewlyStaged {
  readonly root: Root;
  readonly name: string;
  readonly carrier: Carrier | null;
  readonly purpose?: StagingPurpose | undefined;
}

function newStaged(thread: DiskThread, { root, name, carrier, purpose = 'place' }: NewlyStaged): ThereStaged {
  const isKept = purpose === 'place';
  const remove = removing(thread, root, name);
  const whole = async (bytes: Bytes): Promise<FinishedStaging> =>
    isKept ? thread.ask('stageWhole', [root, name, bytes], { memory: [bytes.buffer] }) : hashOfBytes(bytes);
  const as = { root, name: isKept ? name : null, whole };
  return new ThereStaged(thread, {
    // Too large for memory.
    begin: () => thread.ask('stage', [root, name]),
    whole,
    receive: carrier === null ? null : from => carrier.receive(thread, from, as),
    remove: async (file, cameNowhere) => (isKept || file !== null ? remove(file, cameNowhere) : null),
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
