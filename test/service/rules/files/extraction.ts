import { extensionOf } from '../ground/refused-extensions.ts';
import type { ExtractionStatus, FileRow, VersionRow } from '../ground/records.ts';
import type { Backend } from '../ground/backend.ts';

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

/** Extracts the text of a file's bytes, for a backend in memory. */
export function extract(name: string, bytes: Uint8Array): Extracted {
  if (!hasParser(name)) return { status: 'deferred' };
  const text = decoded(bytes);
  return text === null
    ? { status: 'failed', why: 'the bytes are not text in any known encoding' }
    : { status: 'done', text };
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

/** Text in its own encoding: UTF-8, UTF-16 with or without a mark, or a Windows code page; null when it is none of these. */
export function decoded(bytes: Uint8Array): string | null {
  const marked = markedEncoding(bytes);
  if (marked !== null) return decode(bytes, marked);
  if (!bytes.includes(0)) return decode(bytes, 'utf-8') ?? codePage(bytes);
  const unmarked = unmarkedUtf16(bytes);
  return unmarked === null ? null : decode(bytes, unmarked);
}

function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Windows-1252, unless control characters say that this is no text at all. */
function codePage(bytes: Uint8Array): string | null {
  const controls = bytes.reduce(
    (count, byte) => count + (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 ? 1 : 0),
    0,
  );
  return controls > 0 ? null : decode(bytes, 'windows-1252');
}

/** Western text in UTF-16 has a zero in nearly every second byte, and always on the same side. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0) return null;
  let even = 0;
  let odd = 0;
  bytes.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  });
  const half = bytes.length / 2;
  if (odd > half * 0.7 && even === 0) return 'utf-16le';
  return even > half * 0.7 && odd === 0 ? 'utf-16be' : null;
}
