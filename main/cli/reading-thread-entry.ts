import { parentPort, workerData } from 'node:worker_threads';

import { type FileToRead, readFile } from '../../shared/preview/plain/file-reading.ts';
import { UnreadableError } from '../../shared/preview/unreadable.ts';
import { previewTexts } from '../../shared/text/preview-pane.ts';
import type { Reading } from './reading-thread.ts';

// A thread of `reading-thread.ts`: reads one file and says what came of it.
const reading: Reading = await readFile(workerData as FileToRead).catch((thrown: unknown) => ({
  is: 'unreadable' as const,
  why: thrown instanceof UnreadableError ? thrown.message : previewTexts.stopped.broke,
}));
parentPort?.postMessage(reading);
