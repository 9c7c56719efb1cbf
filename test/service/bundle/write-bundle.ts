import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { type BundleEntry, manifestText, type MissingOriginal, READ_ME } from './manifest.ts';
import { jsonArray, RESOURCES } from './resources.ts';
import type { BundleSource, FileRow } from './rows.ts';
import { SafePaths } from './safe-paths.ts';
import { ZipWriter } from './zip-writer.ts';

export interface Bundle {
  readonly path: string;
  readonly sizeBytes: number;
  /** How many rows each list has, and how many originals there are. */
  readonly counts: { readonly [list: string]: number };
  readonly missing: readonly MissingOriginal[];
}

export interface BundleOptions {
  /** When the export was made; milliseconds since the epoch. */
  readonly nowMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Writes the export bundle of an organization to a file (spec 2.13): `manifest.json`, `json/`, `csv/`, `memory/` and
 * the originals below `files/`. All is streamed: memory grows with the number of files, not with their sizes. The file
 * appears under its name only when it is whole; what stood there is replaced. Rejects when a list or an original
 * breaks off, when the disk is full, or, with the signal's reason, when it is aborted; then nothing is left behind.
 */
export async function writeBundle(source: BundleSource, path: string, options: BundleOptions): Promise<Bundle> {
  const unfinished = `${path}.part`;
  await rm(unfinished, { force: true });
  const zip = new ZipWriter(unfinished, options.signal);
  try {
    const written = await writeEntries(zip, source, options);
    await zip.finish();
    await rename(unfinished, path);
    return { path, sizeBytes: (await stat(path)).size, ...written };
  } catch (cause) {
    await zip.abandon();
    await rm(unfinished, { force: true });
    options.signal?.throwIfAborted();
    throw cause;
  }
}

type Written = Pick<Bundle, 'counts' | 'missing'>;

async function writeEntries(zip: ZipWriter, source: BundleSource, options: BundleOptions): Promise<Written> {
  const adding = new Adding(zip, options);
  await adding.text('README.txt', [READ_ME]);
  await adding.text('json/organization.json', [`${JSON.stringify(source.organization, null, 2)}\n`]);
  for (const resource of RESOURCES) {
    await adding.text(
      `json/${resource.name}.json`,
      resource.json(source, () => adding.count(resource.name)),
    );
    await adding.text(`csv/${resource.name}.csv`, resource.csv(source));
  }
  for await (const { userId, notes } of source.memory()) {
    await adding.text(
      `memory/user-${userId}.json`,
      jsonArray(notes, () => adding.count('memoryNotes')),
    );
  }
  await addOriginals(adding, source);
  const { entries, counts, missing } = adding;
  const manifest = { organization: source.organization, nowMs: options.nowMs, entries, counts, missing };
  await adding.text('manifest.json', manifestText(manifest));
  return { counts, missing };
}

async function addOriginals(adding: Adding, source: BundleSource): Promise<void> {
  const folders = [];
  for await (const { id, parentFolderId, name } of source.folders()) folders.push({ id, parentFolderId, name });
  const paths = new SafePaths(folders);
  for await (const file of source.files()) {
    const content = await source.original(file);
    if (content === null) adding.missing.push({ fileId: file.id, name: file.name });
    else await adding.original(paths.pathFor(file), file, content);
  }
}

/** What is remembered while a bundle is written. */
class Adding {
  readonly entries: BundleEntry[] = [];
  readonly missing: MissingOriginal[] = [];
  readonly #counts = new Map<string, number>(RESOURCES.map(({ name }) => [name, 0]));
  readonly #zip: ZipWriter;
  readonly #options: BundleOptions;

  constructor(zip: ZipWriter, options: BundleOptions) {
    this.#zip = zip;
    this.#options = options;
    this.#counts.set('memoryNotes', 0).set('originals', 0);
  }

  get counts(): { readonly [list: string]: number } {
    return Object.fromEntries(this.#counts);
  }

  count(list: string): void {
    this.#counts.set(list, (this.#counts.get(list) ?? 0) + 1);
  }

  async text(path: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const content = Readable.from(pieces, { objectMode: true });
    this.entries.push(await this.#zip.add(path, content, { modifiedMs: this.#options.nowMs, isCompressed: true }));
  }

  async original(path: string, file: FileRow, content: Readable): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const modifiedMs = Date.parse(file.updatedAt) || this.#options.nowMs;
    const entry = await this.#zip.add(path, content, { modifiedMs, isCompressed: !isPacked(file.name) });
    this.entries.push({ ...entry, fileId: file.id, versionId: file.latestVersionId });
    this.count('originals');
  }
}

/** Formats that are compressed already: packing them again only costs time. */
function isPacked(name: string): boolean {
  return /\.(zip|gz|tgz|bz2|xz|7z|zst|png|jpe?g|gif|webp|mp4|mov|docx|xlsx|pptx|odt|ods|odp|epub)$/i.test(name);
}
