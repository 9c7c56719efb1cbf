import { lstatSync } from 'node:fs';

import type { PartialStaging } from '../../ports/disk.ts';
import type { RoutedHttp } from '../net/undici-http.ts';
import type { Sources } from '../../ports/read-only-folder.ts';
import type { DirectDisk } from '../disk/direct-disk.ts';
import type { Readable } from '../disk/read/read-file.ts';
import { AT_ONCE_BYTES } from '../disk/read/bytes.ts';
import { wholeOf } from '../disk/read/whole-file.ts';
import type { Work } from './work.ts';
import { carryingWork } from './carrying-work.ts';
import { groundWork } from './ground-work.ts';
import { Handles } from './handles.ts';
import { sourceWork } from './source-work.ts';
import type { JobName, Jobs, OpenedThere, PlainCalls, PlainName } from './thread-jobs.ts';
import { takeShare } from '../disk/read/walk-together.ts';

/** The work on one disk, with the files that are open in this thread. */
export function createWork(disk: DirectDisk, sources: Pick<Sources, 'open'>, http: RoutedHttp): Work {
  const plain = disk as PlainCalls;
  const call =
    <N extends PlainName>(name: N) =>
    (ask: Parameters<PlainCalls[N]>): ReturnType<PlainCalls[N]> =>
      plain[name](...ask);
  return {
    ...{
      inspect: call('inspect'),
      claims: call('claims'),
      mark: call('mark'),
      probe: call('probe'),
      unmark: call('unmark'),
    },
    ...{
      scan: call('scan'),
      entry: call('entry'),
      openForWriting: call('openForWriting'),
      isHeld: call('isHeld'),
      hash: call('hash'),
    },
    ...{ makeFolder: call('makeFolder'), place: call('place'), move: call('move'), store: call('store') },
    ...{ free: call('free'), restore: call('restore'), removeFolder: call('removeFolder') },
    ...{ space: call('space'), outbox: call('outbox') },
    answer: ([path]) => lstatSync(path, { bigint: true, throwIfNoEntry: false })?.dev.toString() ?? null,
    hashTogether: ([root, paths]) => disk.hashTogether(root, paths),
    share: ([ask]) => takeShare(ask),
    sweep: ([root, kept], { tell }) => disk.sweep(root, kept, tell),
    ...readingWork(disk),
    ...writingWork(disk),
    ...carryingWork(disk, http),
    ...sourceWork(sources),
  };
}

function readingWork(disk: DirectDisk): Pick<Work, 'open' | 'read' | 'close'> {
  const files = new Handles<Readable>();
  return {
    open: async ([root, path], { id }): Promise<OpenedThere> => {
      const file = disk.open(root, path);
      // What is opened is read, and the way here costs more than the reading.
      const whole = file.entry.sizeBytes > AT_ONCE_BYTES ? null : await wholeOf(file);
      const isUnchanged = whole !== null && (await file.unchanged());
      if (whole === null) files.add(id, file);
      else await file.close();
      return { entry: file.entry, opened: whole ?? id, isUnchanged };
    },
    read: ([file, buffer, at]) => files.get(file).readInto(buffer, at),
    close: async ([file]) => {
      await files.take(file)?.close();
      return null;
    },
  };
}

type Writing =
  | keyof ReturnType<typeof groundWork>
  | 'stage'
  | 'stageWhole'
  | 'resume'
  | 'write'
  | 'finish'
  | 'checkpoint'
  | 'flushSoFar'
  | 'rewind'
  | 'leave'
  | 'discard';

function writingWork(disk: DirectDisk): Pick<Work, Writing> {
  const files = new Handles<InTurn>();
  return {
    ...groundWork((file, staging) => files.add(file, new InTurn(staging))),
    stage: ([root, name], { id }) => {
      files.add(id, new InTurn(disk.stage(root, name)));
      return id;
    },
    stageWhole: ([root, name, bytes]) => disk.stageWhole(root, name, bytes),
    resume: async ([root, name, begun], { id }) => {
      const staging = await disk.resume(root, name, begun);
      if (staging !== null) files.add(id, new InTurn(staging));
      return staging === null ? null : id;
    },
    write: async ([file, bytes]) => {
      await files.get(file).next(staging => staging.write(bytes));
      return bytes;
    },
    finish: async ([file, last]) => {
      const finished = await files.get(file).next(async staging => {
        await staging.write(last);
        return staging.finish();
      });
      files.take(file);
      return finished;
    },
    checkpoint: ([file, last]) =>
      files.get(file).next(async staging => {
        await staging.write(last);
        return staging.checkpoint();
      }),
    // More may be written while it is flushed: only its beginning has its turn.
    flushSoFar: async ([file]) => (await files.get(file).next(async staging => ({ of: staging.flushSoFar() }))).of,
    rewind: async ([file]) => {
      await files.get(file).next(staging => staging.rewind());
      return null;
    },
    leave: async ([file]) => {
      await files.take(file)?.next(staging => staging.leave());
      return null;
    },
    discard: async ([file, root, name], { tell }) => {
      if (file !== null) await files.take(file)?.next(staging => staging.leave());
      await disk.unstage(root, name, () => tell(new Set()));
      return null;
    },
  };
}

/** A file being written: what is asked of it is done in the order in which it was asked. */
class InTurn {
  readonly #staging: PartialStaging;
  #last: Promise<unknown> = Promise.resolve();

  constructor(staging: PartialStaging) {
    this.#staging = staging;
  }

  next<T>(work: (staging: PartialStaging) => Promise<T>): Promise<T> {
    const done = this.#last.then(() => work(this.#staging));
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** The memory that goes along with an answer instead of being copied. */
export function memoryOf(answer: Jobs[JobName]['answer']): ArrayBuffer[] {
  if (answer instanceof Uint8Array) return [answer.buffer];
  const isOpened = typeof answer === 'object' && answer !== null && 'opened' in answer;
  return isOpened && answer.opened instanceof Uint8Array ? [answer.opened.buffer] : [];
}
