import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { openPromise } from 'yauzl';

import type { BundleSource, FileRow, FolderRow } from './rows.ts';

/** What tests of the bundle share: a source in memory, and a reader that is none of ours. */

const WHEN = '2026-11-20T14:02:09.000Z';

/** Everything in a ZIP, by path. The reader refuses absolute paths and `..`, and checks each entry's checksum and size. */
export async function unpacked(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await openPromise(path, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`);
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return entries;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function folderRow(id: string, parentFolderId: string | null, name: string): FolderRow {
  const rest = { visibility: 'private', kind: null, ownerId: 1, createdAt: WHEN, updatedAt: WHEN, archivedAt: null };
  return { id, parentFolderId, name, ...rest };
}

export function fileRow(id: string, folderId: string | null, name: string): FileRow {
  return {
    id,
    folderId,
    name,
    fileType: 'Document',
    mimeType: null,
    description: null,
    tags: ['one', 'two'],
    visibility: 'private',
    ownerId: 1,
    sizeBytes: 3,
    latestVersionId: `version of ${id}`,
    createdAt: WHEN,
    updatedAt: WHEN,
  };
}

/** A source with nothing in it but what is given. */
export function sourceOf(given: Partial<BundleSource> = {}): BundleSource {
  return {
    organization: { id: 'organization', name: 'Kestrel Lab' },
    members: () => each([]),
    folders: () => each([]),
    files: () => each([]),
    versions: () => each([]),
    shares: () => each([]),
    tasks: () => each([]),
    messages: () => each([]),
    memory: () => each([]),
    original: file => Promise.resolve(Readable.from([Buffer.from(`bytes of ${file.id}`)])),
    ...given,
  };
}

/** Rows as an export gives them: one after the other, not all at once. */
export async function* each<Row>(rows: Iterable<Row>): AsyncGenerator<Row, void, void> {
  for (const row of rows) yield await Promise.resolve(row);
}
