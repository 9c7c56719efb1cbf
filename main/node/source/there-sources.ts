import { createHash } from 'node:crypto';

import type { Sha256 } from '../../../shared/ids.ts';
import type { Hasher, Source, SourceEntry, SourceFile, Sources } from '../../ports/read-only-folder.ts';
import type { DiskThread } from '../threads/disk-thread.ts';
import type { FolderThreads } from '../threads/folder-threads.ts';

/** The folders of instruments on this computer. Each is read in a thread of its own. */
export function createSources(threads: FolderThreads): Sources {
  return { open: folder => sourceIn(threads, folder), hasher: createHasher };
}

/** SHA-256, as the system's library reckons it. */
export function createHasher(): Hasher {
  const hash = createHash('sha256');
  return {
    add: chunk => void hash.update(chunk),
    // 64 hexadecimal digits are what the type stands for.
    end: () => hash.digest('hex') as Sha256,
  };
}

function sourceIn(threads: FolderThreads, folder: string): Source {
  return {
    survey: () => threads.of(folder).ask('sourceSurvey', [folder]),
    list: path => listIn(threads.of(folder), folder, path),
    stat: path => threads.of(folder).ask('sourceStat', [folder, path]),
    isWritten: path => threads.of(folder).ask('sourceIsWritten', [folder, path]),
    read: path => readIn(threads.of(folder), folder, path),
  };
}

async function* listIn(thread: DiskThread, folder: string, path: string): AsyncIterable<readonly SourceEntry[]> {
  const list = await thread.ask('sourceList', [folder, path]);
  const release = thread.hold();
  try {
    for (;;) {
      const entries = await thread.ask('sourceNext', [folder, list]);
      if (entries === null) return;
      yield entries;
    }
  } finally {
    await thread.ask('sourceEnd', [folder, list]).finally(release);
  }
}

async function readIn(thread: DiskThread, folder: string, path: string): Promise<SourceFile> {
  const { entry, file } = await thread.ask('sourceRead', [folder, path]);
  const release = thread.hold();
  return {
    entry,
    chunks: () => chunksIn(thread, folder, file),
    unchanged: () => thread.ask('sourceUnchanged', [folder, file]),
    close: async () => void (await thread.ask('sourceClose', [folder, file]).finally(release)),
  };
}

async function* chunksIn(thread: DiskThread, folder: string, file: number): AsyncIterable<Uint8Array> {
  for (;;) {
    const chunk = await thread.ask('sourceChunk', [folder, file]);
    if (chunk === null) return;
    yield chunk;
  }
}
