import { FaultError } from '../../shared/fault.ts';
import type { Disk, OpenFile, PartialStaging, Root } from '../ports/disk.ts';
import type { FolderSurveyor, NewFile, Survey } from '../ports/folder-survey.ts';
import type { Source, SourceFacts, SourceFile, Sources } from '../ports/read-only-folder.ts';
import type { Watcher, Watching } from '../ports/watcher.ts';
import { type Answers, NoAnswer } from './patient-calls.ts';
import type { WatchingThreads } from './watch/watching-threads.ts';

/**
 * A disk that calls on a mirrored folder only as long as its volume answers: what hangs is named, the rest goes on.
 * @param outbox where our own folder for files that wait to be sent is, or will be.
 */
export function answeringDisk(disk: Disk, answers: Answers, outbox: string): Disk {
  const at = <T>(root: Root, work: () => Promise<T>): Promise<T> => {
    const lost = (): FaultError => new FaultError({ kind: 'root-lost', path: root.path, why: 'no-answer' });
    return answers.during(root.path, work).catch(failing(lost));
  };
  const { send } = disk;
  const lookedInto = { trouble: 'no-answer', code: 'ETIMEDOUT', volume: '', marker: null, epoch: 0 } as const;
  return {
    ...disk,
    inspect: path => answers.during(path, () => disk.inspect(path)).catch(saying({ ...lookedInto, realPath: path })),
    claims: path => answers.during(path, () => disk.claims(path)).catch(saying([])),
    mark: (path, marker, epoch) =>
      answers.during(path, () => disk.mark(path, marker, epoch)).catch(failing(() => timedOut(path))),
    space: folder => answers.during(folder, () => disk.space(folder)).catch(failing(() => timedOut(folder))),
    probe: root => at(root, () => disk.probe(root)),
    unmark: root => at(root, () => disk.unmark(root)),
    scan: (root, known, where) => at(root, () => disk.scan(root, known, where)),
    entry: (root, path) => at(root, () => disk.entry(root, path)),
    openForWriting: root => at(root, () => disk.openForWriting(root)),
    isHeld: (root, path) => at(root, () => disk.isHeld(root, path)),
    hash: (root, path, sizeBytes) => at(root, () => disk.hash(root, path, sizeBytes)),
    open: async (root, path) => {
      const doing: Doing = work => at(root, work);
      return answeringFile(
        await opening(
          doing,
          () => disk.open(root, path),
          file => file.close(),
        ),
        doing,
      );
    },
    ...(send === undefined ? {} : { send: (root, path, to) => at(root, () => send(root, path, to)) }),
    makeFolder: (root, path) => at(root, () => disk.makeFolder(root, path)),
    stage: async (root, name, purpose) =>
      answeringStaging(await at(root, () => disk.stage(root, name, purpose)), work => at(root, work)),
    resume: async (root, name, begun) => {
      const staging = await at(root, () => disk.resume(root, name, begun));
      return staging === null ? null : answeringStaging(staging, work => at(root, work));
    },
    outbox: () => answers.during(outbox, () => disk.outbox()).catch(failing(() => timedOut(outbox))),
    place: (root, placing) => at(root, () => disk.place(root, placing)),
    move: (root, from, to, key) => at(root, () => disk.move(root, from, to, key)),
    store: (root, path, fingerprint, name) => at(root, () => disk.store(root, path, fingerprint, name)),
    free: (root, path, fingerprint) => at(root, () => disk.free(root, path, fingerprint)),
    restore: (root, name, path) => at(root, () => disk.restore(root, name, path)),
    removeFolder: (root, path) => at(root, () => disk.removeFolder(root, path)),
    sweep: (root, kept, dropping) => at(root, () => disk.sweep(root, kept, dropping)),
  };
}

type Doing = <T>(work: () => Promise<T>) => Promise<T>;

function answeringFile(file: OpenFile, doing: Doing): OpenFile {
  return {
    entry: file.entry,
    whole: file.whole ?? null,
    chunks: (from, to) => each(file.chunks(from, to), doing),
    lend: () => each(file.lend(), doing),
    unchanged: () => doing(() => file.unchanged()),
    close: () => ending(file.close(), doing),
  };
}

function answeringStaging(staging: PartialStaging, doing: Doing): PartialStaging {
  const { receive } = staging;
  return {
    ...(receive === undefined ? {} : { receive: from => doing(() => receive(from)) }),
    write: chunk => doing(() => staging.write(chunk)),
    finish: () => doing(() => staging.finish()),
    checkpoint: () => doing(() => staging.checkpoint()),
    flushSoFar: () => doing(() => staging.flushSoFar()),
    rewind: () => doing(() => staging.rewind()),
    leave: () => doing(() => staging.leave()),
    discard: cameNowhere => doing(() => staging.discard(cameNowhere)),
  };
}

/** The folders of drop zones likewise: one that gives no answer holds up its own zone alone. */
export function answeringSources(sources: Sources, answers: Answers): Sources {
  return { hasher: sources.hasher, open: folder => answeringSource(folder, sources.open(folder), answers) };
}

function answeringSource(folder: string, source: Source, answers: Answers): Source {
  const doing: Doing = work => answers.during(folder, work).catch(failing(() => timedOut(folder)));
  const nothing: SourceFacts = {
    ...{ is: 'no-answer', realPath: folder, volume: 'unknown', folderId: null, freeBytes: null, totalBytes: null },
  };
  return {
    survey: () => answers.during(folder, () => source.survey()).catch(saying(nothing)),
    list: path => each(source.list(path), doing),
    stat: path => doing(() => source.stat(path)),
    isWritten: path => doing(() => source.isWritten(path)),
    read: async path =>
      answeringSourceFile(
        await opening(
          doing,
          () => source.read(path),
          file => file.close(),
        ),
        doing,
      ),
  };
}

function answeringSourceFile(file: SourceFile, doing: Doing): SourceFile {
  return {
    entry: file.entry,
    chunks: () => each(file.chunks(), doing),
    unchanged: () => doing(() => file.unchanged()),
    close: () => ending(file.close(), doing),
  };
}

/** Places that are looked at before they are anything of ours, and those that copies are saved to. */
export function answeringGround(ground: FolderSurveyor, answers: Answers): FolderSurveyor {
  const nothing = (path: string): Survey => ({
    ...{ path, is: 'no-answer', isEmpty: false, isWritable: false, freeBytes: null, volume: 'unknown', marks: [] },
    platform: 'other',
  });
  const at = <T>(path: string, work: () => Promise<T>): Promise<T> =>
    answers.during(path, work).catch(failing(() => timedOut(path)));
  return {
    home: () => ground.home(),
    survey: path => answers.during(path, () => ground.survey(path)).catch(saying(nothing(path))),
    make: path => at(path, () => ground.make(path)),
    folders: (path, most) =>
      answers
        .during(path, () => ground.folders(path, most))
        .catch(saying({ state: 'no-answer', folders: [], isWhole: false })),
    walk: (folder, most) =>
      answers.during(folder, () => ground.walk(folder, most)).catch(saying({ files: [], isWhole: false })),
    read: (path, mostBytes) => at(path, () => ground.read(path, mostBytes)),
    clear: (folder, mark) => at(folder, () => ground.clear(folder, mark)),
    begin: async (folder, mark, isPrivate) => {
      const doing: Doing = work => at(folder, work);
      const begin = (): Promise<NewFile> => ground.begin(folder, mark, isPrivate);
      return answeringNewFile(await opening(doing, begin, file => file.discard()), doing);
    },
  };
}

function answeringNewFile(file: NewFile, doing: Doing): NewFile {
  return {
    write: chunk => doing(() => file.write(chunk)),
    finish: () => doing(() => file.finish()),
    become: name => doing(() => file.become(name)),
    discard: () => ending(file.discard(), doing),
  };
}

/** What watches trees in threads. */
type Threads = Pick<WatchingThreads, 'begin' | 'how'>;

/** Begins to watch only as long as the folder answers. */
export function answeringWatcher(threads: Threads, answers: Answers): Watcher {
  return {
    how: root => threads.how(root),
    watch: async (root, onHint) => {
      const begun: Watching[] = [];
      const begin = (): Promise<void> => {
        const beginning = threads.begin(root, onHint);
        begun.push(beginning);
        return beginning.ready;
      };
      try {
        await answers.during(root, begin);
      } catch (thrown) {
        await Promise.all(begun.map(each => each.close()));
        throw thrown instanceof NoAnswer ? timedOut(root) : thrown;
      }
      return { close: async () => void (await Promise.all(begun.map(each => each.close()))) };
    },
  };
}

async function* each<T>(all: AsyncIterable<T>, doing: Doing): AsyncIterable<T> {
  const iterator = all[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await doing(() => iterator.next());
      isOver = next.done === true;
      if (isOver) return;
      yield next.value as T;
    }
  } catch (error) {
    isOver = true;
    // What hangs cannot be ended before it goes on, and is not waited for.
    iterator.return?.().catch(() => undefined);
    throw error;
  } finally {
    if (!isOver) await ending(Promise.resolve(iterator.return?.()), doing);
  }
}

/** Opens something. @param letGo of what comes after it was given up, as nothing else would. */
async function opening<T>(doing: Doing, open: () => Promise<T>, letGo: (late: T) => Promise<unknown>): Promise<T> {
  const begun: Promise<T>[] = [];
  try {
    return await doing(() => {
      const opened = open();
      begun.push(opened);
      return opened;
    });
  } catch (thrown) {
    for (const opened of begun) opened.then(letGo).catch(() => undefined);
    throw thrown;
  }
}

/** What is to end anyway: where its folder hangs, it ends once that answers, and is not waited for. */
async function ending(ended: Promise<unknown>, doing: Doing): Promise<void> {
  ended.catch(() => undefined);
  await doing(() => ended);
}

/** Throws a fault in the place of `NoAnswer`. */
function failing(faultOf: () => FaultError): (thrown: unknown) => never {
  return thrown => {
    throw thrown instanceof NoAnswer ? faultOf() : thrown;
  };
}

/** Answers something in the place of `NoAnswer`. */
function saying<T>(answer: T): (thrown: unknown) => T {
  return thrown => {
    if (!(thrown instanceof NoAnswer)) throw thrown;
    return answer;
  };
}

function timedOut(path: string): FaultError {
  return new FaultError({ kind: 'disk-refused', path, code: 'ETIMEDOUT' });
}
