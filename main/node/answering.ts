import { FaultError } from '../../shared/fault.ts';
import type { Disk, OpenFile, PartialStaging, Root } from '../ports/disk.ts';
import type { Ground, Survey } from '../ports/ground.ts';
import type { Source, SourceFacts, SourceFile, Sources } from '../ports/source.ts';
import type { Watcher } from '../ports/watcher.ts';
import { type Answers, NoAnswer } from './answers.ts';

/**
 * A disk that calls on a mirrored folder only as long as its volume answers: what hangs is named, the rest goes on.
 * @param outbox where our own folder for files that wait to be sent is, or will be.
 */
export function answeringDisk(disk: Disk, answers: Answers, outbox: string): Disk {
  const at = <T>(root: Root, work: () => Promise<T>): Promise<T> => {
    const lost = (): FaultError => new FaultError({ kind: 'root-lost', path: root.path, why: 'no-answer' });
    return answers.during(root.path, work).catch(failing(lost));
  };
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
    look: (root, known, where) => at(root, () => disk.look(root, known, where)),
    entry: (root, path) => at(root, () => disk.entry(root, path)),
    openForWriting: root => at(root, () => disk.openForWriting(root)),
    isHeld: (root, path) => at(root, () => disk.isHeld(root, path)),
    hash: (root, path) => at(root, () => disk.hash(root, path)),
    open: async (root, path) => answeringFile(await at(root, () => disk.open(root, path)), work => at(root, work)),
    makeFolder: (root, path) => at(root, () => disk.makeFolder(root, path)),
    stage: async (root, name) => answeringStaging(await at(root, () => disk.stage(root, name)), work => at(root, work)),
    resume: async (root, name, begun) => {
      const staging = await at(root, () => disk.resume(root, name, begun));
      return staging === null ? null : answeringStaging(staging, work => at(root, work));
    },
    outbox: () => answers.during(outbox, () => disk.outbox()).catch(failing(() => timedOut(outbox))),
    place: (root, placing) => at(root, () => disk.place(root, placing)),
    move: (root, from, to, key) => at(root, () => disk.move(root, from, to, key)),
    store: (root, path, stamp, name) => at(root, () => disk.store(root, path, stamp, name)),
    free: (root, path, stamp) => at(root, () => disk.free(root, path, stamp)),
    restore: (root, name, path) => at(root, () => disk.restore(root, name, path)),
    removeFolder: (root, path) => at(root, () => disk.removeFolder(root, path)),
    sweep: (root, kept, dropping) => at(root, () => disk.sweep(root, kept, dropping)),
  };
}

type Doing = <T>(work: () => Promise<T>) => Promise<T>;

function answeringFile(file: OpenFile, doing: Doing): OpenFile {
  return {
    entry: file.entry,
    chunks: (from, to) => each(file.chunks(from, to), doing),
    lend: () => each(file.lend(), doing),
    unchanged: () => doing(() => file.unchanged()),
    // What hangs cannot be closed either, and is not waited for.
    close: () => doing(() => file.close()),
  };
}

function answeringStaging(staging: PartialStaging, doing: Doing): PartialStaging {
  return {
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
    read: async path => answeringSourceFile(await doing(() => source.read(path)), doing),
  };
}

function answeringSourceFile(file: SourceFile, doing: Doing): SourceFile {
  return {
    entry: file.entry,
    chunks: () => each(file.chunks(), doing),
    unchanged: () => doing(() => file.unchanged()),
    close: () => file.close(),
  };
}

/** Places that are looked at before they are anything of ours. @param survey asks in a thread of its own. */
export function answeringGround(ground: Ground, answers: Answers, survey: Ground['survey']): Ground {
  const nothing = (path: string): Survey => ({
    ...{ path, is: 'unreadable', isEmpty: false, isWritable: false, freeBytes: null, volume: 'unknown', marks: [] },
    platform: 'other',
  });
  return {
    ...ground,
    survey: path => answers.during(path, () => survey(path)).catch(saying(nothing(path))),
    walk: (folder, most) =>
      answers.during(folder, () => ground.walk(folder, most)).catch(saying({ files: [], isWhole: false })),
  };
}

/** Watching begins with synchronous calls on the folder. */
export function answeringWatcher(watcher: Watcher, answers: Answers): Watcher {
  const { how } = watcher;
  return {
    watch: async (root, onHint) => {
      await answers.must(root).catch(failing(() => timedOut(root)));
      return watcher.watch(root, onHint);
    },
    ...(how === undefined ? {} : { how: root => how.call(watcher, root) }),
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
    // What hangs cannot be ended.
    isOver = true;
    throw error;
  } finally {
    if (!isOver) await iterator.return?.();
  }
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
