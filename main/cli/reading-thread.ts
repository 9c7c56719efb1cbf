import { Worker } from 'node:worker_threads';

import type { PreviewKind } from '../../shared/preview/kind.ts';
import type { FileReading, FileToRead, ReadKind } from '../../shared/preview/plain/file-reading.ts';
import type { TextReading } from '../../shared/preview/text-reading.ts';
import { previewTexts } from '../../shared/text/preview-pane.ts';
import { SECOND } from '../../shared/units.ts';

/** What came of reading a file. `why`: a sentence for people. */
export type Reading = TextReading | FileReading | { readonly is: 'unreadable'; readonly why: string };

/** Longer, no reading is waited for. */
const LONGEST_MS = 10 * SECOND;
/** Memory of a thread, in megabytes. */
const MOST_MB = 1024;

const READ: { readonly [K in ReadKind]: true } = { workbook: true, document: true, pdf: true, stack: true };

/** Whether files of a kind are read beside the command. */
export function isReadKind(kind: PreviewKind): kind is ReadKind {
  return kind in READ;
}

/** Reads a file in a thread of its own: whatever is in it, the command ends in time. */
export function readInThread(file: FileToRead, longestMs = LONGEST_MS): Promise<Reading> {
  const thread = new Worker(new URL('./reading-thread-entry.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    // What libraries say is nothing for a terminal.
    stdout: true,
    stderr: true,
  });
  return new Promise(resolve => {
    const end = (reading: Reading): void => {
      clearTimeout(timer);
      void thread.terminate();
      resolve(reading);
    };
    const broken = (): void => end({ is: 'unreadable', why: previewTexts.stopped.broke });
    const timer = setTimeout(() => end({ is: 'unreadable', why: previewTexts.stopped.time }), longestMs);
    thread.once('message', end);
    thread.once('error', broken);
    thread.once('exit', broken);
  });
}
