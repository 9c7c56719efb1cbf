import { z } from 'zod';

import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { shownFile } from '../../remote/browse/browsed-rows.ts';
import type { ReadingPages } from '../../remote/browse/browsing.ts';
import type { ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import { PAGE_SIZE } from '../../remote/api/service.ts';
import { fileShape, pageOf, serviceId } from '../../remote/api/shapes.ts';

/** A folder of the library as the service tells it. */
export interface LibraryFolder {
  readonly id: ServiceId;
  readonly name: string;
  readonly parent: ServiceId | null;
}

/** A published file, and where it stands; undefined: the answer does not say. */
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

/** GAP: under which name a published file's folder comes is not shown (spec 2.14); ours is that of publishing. */
const published = fileShape.and(
  z.object({
    orgFolderId: serviceId.nullish().catch(undefined),
    libraryFolderId: serviceId.nullish().catch(undefined),
  }),
);

/** Answers without end are no answer. */
const MOST_FOLDERS = 20_000;
const MOST_PAGES = 1000;

/** All folders of the library, flat, each once, those above before those below. */
export async function foldersThere(line: Line, organization: string): Promise<readonly LibraryFolder[]> {
  const tree = await calls.listLibraryFolders(line, { path: { orgId: organization } }, z.array(branch));
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
  // What lies in a folder that nobody names stands at the top, where it is seen.
  return [...found.values()].map(folder =>
    folder.parent === null || found.has(folder.parent) ? folder : { ...folder, parent: null },
  );
}

/** What one listing of files is about. */
export interface ListingFiles {
  readonly organization: string;
  /** Null: all published files. */
  readonly folder: ServiceId | null;
  /** @returns whether to go on. */
  readonly onPage: (files: readonly PublishedFile[], of: number | null) => boolean;
  readonly onPages: (pages: ReadingPages) => void;
}

/** Lists published files page by page. @throws FaultError; what came was told before. */
export async function listFiles(line: Line, { organization, folder, onPage, onPages }: ListingFiles): Promise<void> {
  const seen = new Set<ServiceId>();
  let total: number | null = null;
  for (let page = 1; ; page += 1) {
    if (page > MOST_PAGES) throw failing('The list of files has no end.');
    const query = { page, pageSize: PAGE_SIZE, ...(folder === null ? {} : { folderId: folder }) };
    const answer = await calls.listLibraryFiles(line, { path: { orgId: organization }, query }, pageOf(published));
    total = answer.totalCount ?? total;
    const before = seen.size;
    for (const { id } of answer.items) seen.add(id);
    if (!onPage(answer.items.filter(({ isGone }) => !isGone).map(publishedOf), total)) return;
    onPages({ page, pages: total === null ? null : Math.ceil(total / PAGE_SIZE) });
    if (!answer.hasNextPage) break;
    // Pages that promise more and show nothing new would go on like this for ever.
    if (seen.size === before) throw failing('The list of files does not go on.');
  }
  if (total !== null && seen.size < total) throw failing(`Only ${seen.size} of ${total} files were listed.`);
}

function publishedOf(file: z.output<typeof published>): PublishedFile {
  const { orgFolderId, libraryFolderId } = file;
  return { entry: shownFile(file), folder: orgFolderId === undefined ? libraryFolderId : orgFolderId };
}

/** A folder as a list keeps it. */
export function shownLibraryFolder({ id, name }: LibraryFolder): ShelfEntry {
  return { id, kind: 'folder', name, sizeBytes: null, updatedAt: null, extraction: null };
}

/** Names longer than this are cut before they are kept: nobody reads the rest. In characters. */
const LONGEST_NAME = 1000;

function cut(name: string): string {
  return name.length <= LONGEST_NAME ? name : [...name].slice(0, LONGEST_NAME / 2).join('');
}

/** @throws FaultError when nobody said which organization it is. */
export function knownOrganization(organization: string): string {
  if (organization === '') throw new FaultError({ kind: 'bad-request', detail: libraryTexts.whichOrganization });
  return organization;
}

function failing(message: string): FaultError {
  return new FaultError({ kind: 'failing', status: 200, messages: [message] });
}
