import { extensionOf } from '../ground/refused-extensions.ts';
import type { ExtractionStatus, FileRow, VersionRow } from '../ground/records.ts';
import type { Backend } from '../ground/backend.ts';
import { delimitedText } from '../../extraction/converters/delimited.ts';
import { plainText } from '../../extraction/converters/text-encoding.ts';

/** How the extraction of a version ended: its text, no text to be had, or a file that its parser cannot read. */
export type Extracted =
  | { readonly status: 'done'; readonly text: string }
  | { readonly status: 'deferred' }
  | { readonly status: 'failed'; readonly why: string };

/** Whether a name is that of a format that is text already. */
export function hasParser(name: string): boolean {
  return PARSED.has(extensionOf(name));
}

/** What a backend in memory reads: formats that are text already. The local service reads all of them. */
const PARSED: ReadonlySet<string> = new Set(['.md', '.markdown', '.txt', '.json', '.yaml', '.yml', '.csv', '.tsv']);

/** Extracts the text of a file's bytes, for a backend in memory: as the local service does. */
export function extract(name: string, bytes: Uint8Array): Extracted {
  if (!hasParser(name)) return { status: 'deferred' };
  const isTable = ['.csv', '.tsv'].includes(extensionOf(name));
  try {
    return { status: 'done', text: isTable ? delimitedText(bytes) : plainText(bytes) };
  } catch (thrown) {
    return { status: 'failed', why: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Takes every step of extraction that is due; `read` gives the first bytes of an object. For backends in memory. */
export function extractDue(backend: Backend, read: (objectKey: string) => Uint8Array): void {
  for (const version of backend.records.extractionsDue(backend.nowMs(), 1000)) {
    if (version.extractionStatus === 'pending') beginExtraction(backend, version);
    else endExtraction(backend, version, extract(fileOf(backend, version)?.name ?? '', read(version.objectKey)));
  }
}

/** `pending` → `running`. */
export function beginExtraction(backend: Backend, version: VersionRow): void {
  const extractionDueMs = (version.extractionDueMs ?? 0) + backend.switches().extractionDelayMs;
  backend.records.saveVersion({ ...version, extractionStatus: 'running', extractionDueMs });
}

/** `running` → how it ended. */
export function endExtraction(backend: Backend, version: VersionRow, extracted: Extracted): void {
  const extractionStatus: ExtractionStatus = extracted.status;
  backend.records.saveVersion({ ...version, extractionStatus, extractionDueMs: null });
}

/** The file a version belongs to. */
export function fileOf(backend: Backend, version: VersionRow): FileRow | null {
  return backend.records.file(version.fileId);
}
