import type { Source, SourceEntry, SourceFile, Sources } from '../../ports/read-only-folder.ts';
import type { Work } from './work.ts';
import { Handles } from './handles.ts';
import type { Bytes } from './thread-jobs.ts';

type SourceWork = Pick<
  Work,
  | 'sourceSurvey'
  | 'sourceList'
  | 'sourceNext'
  | 'sourceEnd'
  | 'sourceStat'
  | 'sourceIsWritten'
  | 'sourceRead'
  | 'sourceChunk'
  | 'sourceUnchanged'
  | 'sourceClose'
>;

interface Reading {
  readonly file: SourceFile;
  readonly chunks: AsyncIterator<Uint8Array>;
}

/** Reads folders of instruments for other threads. */
export function sourceWork(sources: Pick<Sources, 'open'>): SourceWork {
  const lists = new Handles<AsyncIterator<readonly SourceEntry[]>>();
  const files = new Handles<Reading>();
  const at = (folder: string): Source => sources.open(folder);
  return {
    sourceSurvey: ([folder]) => at(folder).survey(),
    sourceList: ([folder, path], { id }) => {
      lists.add(id, at(folder).list(path)[Symbol.asyncIterator]());
      return id;
    },
    sourceNext: async ([, list]) => {
      const next = await lists.get(list).next();
      return next.done === true ? null : next.value;
    },
    sourceEnd: async ([, list]) => {
      await lists.take(list)?.return?.();
      return null;
    },
    sourceStat: ([folder, path]) => at(folder).stat(path),
    sourceIsWritten: ([folder, path]) => at(folder).isWritten(path),
    sourceRead: async ([folder, path], { id }) => {
      const file = await at(folder).read(path);
      files.add(id, { file, chunks: file.chunks()[Symbol.asyncIterator]() });
      return { entry: file.entry, file: id };
    },
    sourceChunk: async ([, file]) => {
      const next = await files.get(file).chunks.next();
      return next.done === true ? null : ownMemory(next.value);
    },
    sourceUnchanged: ([, file]) => files.get(file).file.unchanged(),
    sourceClose: async ([, file]) => {
      await files.take(file)?.file.close();
      return null;
    },
  };
}

/** A chunk in memory that can be given away: nothing else lies in it. */
function ownMemory(chunk: Uint8Array): Bytes {
  const { buffer, byteLength } = chunk;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(chunk);
}
