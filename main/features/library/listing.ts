import { z } from 'zod';

import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { shownFile } from '../../remote/browse/browsed-rows.ts';
import type { ReadingPages } from '../../remote/browse/browsing.ts';
import type { ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Line } from '../../remote/api/ask.ts';
import { listLibraryFiles, listLibraryFolders } from '../../remote/api/calls/library.ts';
import { PAGE_SIZE } from '../../remote/api/service.ts';
import { fileShape, pageOf, serviceId } from '../../remote/api/shapes.ts';

/** A folder of the library as the service tells it. */
export interface LibraryFolder {
  readonly id: ServiceId;
  readonly name: string;
  readonly parent: ServiceId | null;
}

/** A published file and its folder; undefined: not told. */
export interface PublishedFile {
  readonly entry: ShelfEntry;
  readonly folder: ServiceId | null | undefined;
}

interface Branch {
  readonly id: ServiceId;
  readonly name: string;
  readonly parentFolderId?: ServiceId | null | undefined;
  readonly parentId?: ServiceId | null | undefined;
  readonly children?: readonly Branch[] | null | undefined;
}

const branch: z.ZodType<Branch> = z.object({
  id: serviceId,
  name: z.string(),
  parentFolderId: serviceId.nullish(),
  parentId: serviceId.nullish(),
  get children() {
    return z.array(branch).nullish();
  },
});

/** GAP: the field for a published file's folder is not documented; we read the one used for publishing. */
const published = fileShape.and(
  z.object({
    orgFolderId: serviceId.nullish().catch(undefined),
    libraryFolderId: serviceId.nullish().catch(undefined),
  }),
);

/** Limit for answers that never end. */
const MOST_FOLDERS = 20_000;
const MOST_PAGES = 1000;

/** All folders of the library, flat, without duplicates, parents first. */
export async function foldersThere(line: Line, organization: string): Promise<readonly LibraryFolder[]> {
  const tree = await listLibraryFolders(line, { path: { orgId: organization } }, z.array(branch));
  const found = new Map<ServiceId, LibraryFolder>();
  const waiting = tree
    .map(folder => ({ folder, above: folder.parentFolderId ?? folder.parentId ?? null }))
    .toReversed();
  for (let at = waiting.pop(); at !== undefined && found.size < MOST_FOLDERS; at = waiting.pop()) {
    const { folder, above } = at;
    if (found.has(folder.id)) continue;
    found.set(folder.id, { id: folder.id, name: cut(folder.name), parent: above });
    for (const child of (folder.children ?? []).toReversed()) waiting.push({ folder: child, above: folder.id });
  }
  // A folder whose parent is not listed is shown at the top.
  return [...found.values()].map(folder =>
    folder.parent === null || found.has(folder.parent) ? folder : { ...folder, parent: null },
  );
}

/** One listing of files. */
export interface ListingFiles {
  readonly organization: string;
  /** Null: all published files. */
  readonly folder: ServiceId | null;
  /** @returns whether to continue. */
  readonly onPage: (files: readonly PublishedFile[], of: number | null) => boolean;
  readonly onPages: (pages: ReadingPages) => void;
}

/** Lists published files page by page. @throws FaultError; earlier pages were passed on. */
export async function listFiles(line: Line, { organization, folder, onPage, onPages }: ListingFiles): Promise<void> {
  const seen = new Set<ServiceId>();
  let total: number | null = null;
  for (let page = 1; ; page += 1) {
    if (page > MOST_PAGES) throw failing('The list of files has no end.');
    const query = { page, pageSize: PAGE_SIZE, ...(folder === null ? {} : { folderId: folder }) };
    const answer = await listLibraryFiles(line, { path: { orgId: organization }, query }, pageOf(published));
    total = answer.totalCount ?? total;
    const before = seen.size;
    for (const { id } of answer.items) seen.add(id);
    if (!onPage(answer.items.filter(({ isGone }) => !isGone).map(publishedOf), total)) return;
    onPages({ page, pages: total === null ? null : Math.ceil(total / PAGE_SIZE) });
    if (!answer.hasNextPage) break;
    // A service that promises more pages and shows nothing new would never end.
    if (seen.size === before) throw failing('The list of files does not go on.');
  }
  if (total !== null && seen.size < total) throw failing(`Only ${seen.size} of ${total} files were listed.`);
}

function publishedOf(file: z.output<typeof published>): PublishedFile {
  const { orgFolderId, libraryFolderId } = file;
  return { entry: shownFile(file), folder: orgFolderId === undefined ? libraryFolderId : orgFolderId };
}

/** A folder as the catalogue stores it. */
export function shownLibraryFolder({ id, name }: LibraryFolder): ShelfEntry {
  return { id, kind: 'folder', name, sizeBytes: null, updatedAt: null, extraction: null };
}

/** Longer names are cut before they are stored. In characters. */
const LONGEST_NAME = 1000;

function cut(name: string): string {
  return name.length <= LONGEST_NAME ? name : [...name].slice(0, LONGEST_NAME / 2).join('');
}

/** @throws FaultError when the organization is not known. */
export function knownOrganization(organization: string): string {
  if (organization === '') throw new FaultError({ kind: 'bad-request', detail: libraryTexts.whichOrganization });
  return organization;
}

function failing(message: string): FaultError {
  return new FaultError({ kind: 'failing', status: 200, messages: [message] });
}
