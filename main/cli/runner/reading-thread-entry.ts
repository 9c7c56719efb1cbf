import { parentPort, workerData } from 'node:worker_threads';

import { UnreadableError } from '../../../shared/preview/unreadable.ts';
import { fileBehind } from '../../../shared/preview/formats/file-port.ts';
import { previewTexts } from '../../../shared/features/preview/pane-text.ts';
import { portOf, type ThreadTask } from './reading-thread.ts';

/** Planes of a picture are looked for until bytes were waited for so often. */
const MOST_WAITS = 500;

// A thread of `reading-thread.ts`: does one task, and says what came of it or, in a sentence, why nothing did.
const answer = await perform(workerData as ThreadTask).catch((thrown: unknown) =>
  thrown instanceof UnreadableError ? thrown.message : previewTexts.stopped.broke,
);
parentPort?.postMessage(answer);

async function perform(task: ThreadTask): Promise<unknown> {
  if (task.read === 'file') {
    const { readFile } = await import('../../../shared/preview/plain/file-reading.ts');
    return readFile(task.file);
  }
  if (task.read === 'sections') {
    const { readSections } = await import('../../../shared/preview/formats/readers.ts');
    const { sectionLines } = await import('../../../shared/preview/formats/section-lines.ts');
    const read = await readSections(fileBehind(portOf(task.port), task.sizeBytes), task.request);
    return { is: 'sections', ...read, lines: sectionLines(read) };
  }
  if (task.read === 'picture') {
    const { PlaneLists } = await import('../../../shared/preview/tiff/tiff-directory.ts');
    const { pictureReading } = await import('../../../shared/preview/plain/picture-facts.ts');
    const lists = new PlaneLists(fileBehind(portOf(task.port), task.sizeBytes));
    return pictureReading(await lists.more(Infinity, MOST_WAITS));
  }
  const { readVersions } = await import('../../../shared/diff/read-versions.ts');
  // Only PDFs wait for their library.
  const pdf = async (bytes: Uint8Array) => (await import('../../../shared/preview/pdf/pdf-lines.ts')).pdfLines(bytes);
  const { readSections } = await import('../../../shared/preview/formats/readers.ts');
  return readVersions(task.versions, { pdf, sections: readSections });
}
