import { Worker } from 'node:worker_threads';

import type { Versions } from '../../../shared/diff/comparison.ts';
import type { ReadVersions } from '../../../shared/diff/read-versions.ts';
import type { PreviewKind } from '../../../shared/preview/kind.ts';
import type { FileReading, FileToRead, ReadKind } from '../../../shared/preview/plain/file-reading.ts';
import type { TextReading } from '../../../shared/preview/text-reading.ts';
import { previewTexts } from '../../../shared/features/preview/pane-text.ts';
import { SECOND } from '../../../shared/units.ts';

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

/** What a thread is asked for. */
export type ThreadTask =
  | { readonly read: 'file'; readonly file: FileToRead }
  | { readonly read: 'versions'; readonly versions: Versions };

/** Reads a file in a thread of its own: the command ends in time, even if the file keeps its reader busy. */
export async function readInThread(file: FileToRead, longestMs = LONGEST_MS): Promise<Reading> {
  const reading = await inThread({ read: 'file', file }, longestMs);
  return typeof reading === 'string' ? { is: 'unreadable', why: reading } : (reading as Reading);
}

/** Reads versions in a thread of its own, before they are compared. */
export async function readVersionsInThread(versions: Versions): Promise<ReadVersions> {
  const read = await inThread({ read: 'versions', versions }, LONGEST_MS);
  return typeof read === 'string' ? { is: 'unreadable' } : (read as ReadVersions);
}

/** @returns what the thread says, or a sentence where it ended without. */
function inThread(task: ThreadTask, longestMs: number): Promise<unknown> {
  const thread = new Worker(new URL('./reading-thread-entry.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    // What libraries say is nothing for a terminal.
    stdout: true,
    stderr: true,
  });
  return new Promise(resolve => {
    const end = (reading: unknown): void => {
      clearTimeout(timer);
      void thread.terminate();
      resolve(reading);
    };
    const broken = (): void => end(previewTexts.stopped.broke);
    const timer = setTimeout(() => end(previewTexts.stopped.time), longestMs);
    thread.once('message', end);
    thread.once('error', broken);
    thread.once('exit', broken);
  });
}
