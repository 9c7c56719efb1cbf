import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads';

import type { Versions } from '../../../shared/diff/comparison.ts';
import type { ReadVersions } from '../../../shared/diff/read-versions.ts';
import { type Port, serveFile } from '../../../shared/preview/formats/file-port.ts';
import type { FileBytes } from '../../../shared/preview/formats/file-bytes.ts';
import type { SectionsRequest } from '../../../shared/preview/formats/read-sections.ts';
import type { FileSections } from '../../../shared/preview/formats/sections.ts';
import type { PreviewKind } from '../../../shared/preview/kind.ts';
import type { FileReading, FileToRead, ReadKind } from '../../../shared/preview/plain/file-reading.ts';
import type { ImageReading } from '../../../shared/preview/plain/image-reading.ts';
import type { PictureReading } from '../../../shared/preview/plain/picture-facts.ts';
import type { TextReading } from '../../../shared/preview/text-reading.ts';
import { previewTexts } from '../../../shared/features/preview/pane-text.ts';
import { SECOND } from '../../../shared/units.ts';

/** What came of reading a file. `why`: a sentence for people. */
export type Reading =
  | TextReading
  | FileReading
  | PictureReading
  | ImageReading
  | SectionsReading
  | { readonly is: 'unreadable'; readonly why: string };

/** What a file of measurements says. */
export interface SectionsReading extends FileSections {
  readonly is: 'sections';
  /** For reading. */
  readonly lines: readonly string[];
}

/** Longer, no reading is waited for. */
const LONGEST_MS = 10 * SECOND;
/** Memory of a thread, in megabytes. */
const MOST_MB = 1024;

const READ: { readonly [K in ReadKind]: true } = { workbook: true, document: true, pdf: true };

/** Whether files of a kind are read beside the command. */
export function isReadKind(kind: PreviewKind): kind is ReadKind {
  return kind in READ;
}

/** What a thread is asked for. */
export type ThreadTask =
  | { readonly read: 'file'; readonly file: FileToRead }
  | { readonly read: 'versions'; readonly versions: Versions }
  | (PartsTask & { readonly read: 'sections'; readonly request: SectionsRequest })
  | (PartsTask & { readonly read: 'picture' });

/** A file of which the thread asks for parts. */
interface PartsTask {
  readonly sizeBytes: number;
  /** Hands out the parts of the file. */
  readonly port: MessagePort;
}

/** Reads a file in a thread of its own: the command ends in time, even if the file keeps its reader busy. */
export async function readInThread(file: FileToRead, longestMs = LONGEST_MS): Promise<Reading> {
  const reading = await inThread({ read: 'file', file }, longestMs);
  return typeof reading === 'string' ? { is: 'unreadable', why: reading } : (reading as Reading);
}

/** Reads a file of measurements in a thread of its own, which asks for the parts of it. @throws what a part was refused with. */
export async function readSectionsInThread(request: SectionsRequest, file: FileBytes): Promise<Reading> {
  return readPartsInThread(file, parts => ({ ...parts, read: 'sections', request }));
}

/** Reads what a TIFF picture of any length says of itself, in the same way. @throws what a part was refused with. */
export async function readPictureInThread(file: FileBytes): Promise<Reading> {
  return readPartsInThread(file, parts => ({ ...parts, read: 'picture' }));
}

async function readPartsInThread(file: FileBytes, taskOf: (parts: PartsTask) => ThreadTask): Promise<Reading> {
  const { port1, port2 } = new MessageChannel();
  const refused: unknown[] = [];
  serveFile(
    portOf(port1),
    (from, to) => file.read(from, to),
    thrown => refused.push(thrown),
  );
  const reading = await inThread(taskOf({ sizeBytes: file.sizeBytes, port: port2 }), LONGEST_MS, [port2]);
  port1.close();
  if (refused.length > 0) throw refused[0] instanceof Error ? refused[0] : new Error(String(refused[0]));
  return typeof reading === 'string' ? { is: 'unreadable', why: reading } : (reading as Reading);
}

/** Reads versions in a thread of its own, before they are compared. */
export async function readVersionsInThread(versions: Versions): Promise<ReadVersions> {
  const read = await inThread({ read: 'versions', versions }, LONGEST_MS);
  return typeof read === 'string' ? { is: 'unreadable' } : (read as ReadVersions);
}

/** @returns what the thread says, or a sentence where it ended without. */
function inThread(task: ThreadTask, longestMs: number, transferList: Transferable[] = []): Promise<unknown> {
  const thread = new Worker(new URL('./reading-thread-entry.ts', import.meta.url), {
    workerData: task,
    transferList,
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

/** An end of a channel between threads of Node. */
export function portOf(port: MessagePort): Port {
  return { post: message => port.postMessage(message), listen: listener => port.on('message', listener) };
}
