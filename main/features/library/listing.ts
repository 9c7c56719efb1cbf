import { z } from 'zod';

import { type Failure, FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { shownFile } from '../../remote/browse/browsed-rows.ts';
import type { ReadingPages } from '../../remote/browse/browsing.ts';
import type { CataloguePlace, ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import { PAGE_SIZE } from '../../remote/api/service.ts';
import { fileShape, pageOf, serviceId } from '../../remote/api/shapes.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type LibraryPlace, shelfName, shelfOf } from './shelves.ts';
import { oddAnswer } from '../../remote/api/odd-answer.ts';

/** A folder of the library as the service tells it. */
export interface LibraryFolder {
  readonly id: ServiceId;
  readonly name: string;
  readonly parent: ServiceId | null;
}

/** A published file and its folder; undefined: not told. */
interface PublishedFile {
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
  // A folder whose parent is not listed is shown at the top.
  return [...found.values()].map(folder =>
    folder.parent === null || found.has(folder.parent) ? folder : { ...folder, parent: null },
  );
}

/** One listing of files. */
interface ListingFiles {
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
    if (page > MOST_PAGES) throw oddAnswer('The list of files has no end.');
    const query = { page, pageSize: PAGE_SIZE, ...(folder === null ? {} : { folderId: folder }) };
    const answer = await calls.listLibraryFiles(line, { path: { orgId: organization }, query }, pageOf(published));
    total = answer.totalCount ?? total;
    const before = seen.size;
    for (const { id } of answer.items) seen.add(id);
    if (!onPage(answer.items.filter(({ isGone }) => !isGone).map(publishedOf), total)) return;
    onPages({ page, pages: total === null ? null : Math.ceil(total / PAGE_SIZE) });
    if (!answer.hasNextPage) break;
    // A service that promises more pages and shows nothing new would never end.
    if (seen.size === before) throw oddAnswer('The list of files does not go on.');
  }
  if (total !== null && seen.size < total) throw oddAnswer(`Only ${seen.size} of ${total} files were listed.`);
}

function publishedOf(file: z.output<typeof published>): PublishedFile {
  const { orgFolderId, libraryFolderId } = file;
  return { entry: shownFile(file), folder: orgFolderId === undefined ? libraryFolderId : orgFolderId };
}

/** A folder as the catalogue stores it. */
function shownLibraryFolder({ id, name }: LibraryFolder): ShelfEntry {
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

/** One complete listing of the library: of all folders, and of the files in all of them or in one. */
export class LibraryListing {
  readonly #context: AppContext;
  readonly #organization: string;
  readonly #place: LibraryPlace;
  readonly #runs = new Map<LibraryPlace, { readonly shelf: CataloguePlace; readonly run: number }>();
  readonly #files: ShelfEntry[] = [];
  #folders = 0;
  #total: number | null = null;
  /** Whether every file named its folder, so that the list of all files fills the folders. */
  #saysWhere = true;

  constructor(context: AppContext, organization: string, place: LibraryPlace) {
    this.#context = context;
    this.#organization = organization;
    this.#place = place;
  }

  /** The files received. */
  get entries(): readonly ShelfEntry[] {
    return this.#files;
  }

  /**
   * All folders are known, also when a single one is listed, because its ancestors may have been renamed or removed.
   */
  begin(folders: readonly LibraryFolder[]): void {
    const { journal } = this.#context;
    const inside = new Map<LibraryPlace, ShelfEntry[]>([[null, []]]);
    for (const { id } of folders) inside.set(id, []);
    for (const folder of folders) inside.get(folder.parent)?.push(shownLibraryFolder(folder));
    this.#folders = inside.get(this.#place)?.length ?? 0;
    journal.transaction(() => {
      this.#start(null, inside.get(null) ?? []);
      for (const folder of folders) {
        this.#start(folder.id, inside.get(folder.id) ?? []);
        this.#describe(folder);
      }
      // A folder missing from the list may still be listable: the service decides.
      if (!this.#runs.has(this.#place)) this.#start(this.#place, []);
    });
  }

  put(files: readonly PublishedFile[], of: number | null): void {
    const { journal } = this.#context;
    this.#total = of;
    journal.transaction(() => {
      for (const { entry, folder } of files) {
        this.#files.push(entry);
        if (folder === undefined) this.#saysWhere = false;
        // A file whose folder is unknown is shown at the top.
        const place =
          this.#place ?? (folder !== null && folder !== undefined && this.#runs.has(folder) ? folder : null);
        const at = this.#runs.get(place);
        if (at !== undefined) journal.catalogue.put(at.shelf.key, at.run, [entry]);
      }
    });
  }

  /** The listing is complete: entries it did not contain are removed. */
  finish(): void {
    const { journal, world } = this.#context;
    const now = world.clock.now();
    journal.transaction(() => {
      for (const [place, { shelf, run }] of this.#runs)
        if (place === this.#place || (this.#place === null && this.#saysWhere))
          journal.catalogue.finish(shelf.key, run, now);
        else journal.catalogue.finishFolders(shelf.key, run, now);
    });
  }

  /** The listing failed: received entries are added to the previous ones. */
  fail(fault: Failure): void {
    const { journal, world } = this.#context;
    const shelf = shelfOf(journal, this.#organization, this.#place);
    if (shelf === null) return;
    const { key } = shelf;
    journal.transaction(() => {
      // What the person may no longer see must not be shown from the cache.
      if (fault.kind === 'not-allowed' || fault.kind === 'gone') journal.catalogue.empty(key);
      const got = shelf.listedAt === null ? journal.catalogue.count(key) : null;
      const of = got === null || this.#total === null ? null : this.#folders + this.#total;
      journal.catalogue.fail(key, world.clock.now(), { fault, got, total: of });
      if (fault.kind === 'gone' && this.#place !== null) this.#forget(this.#place);
    });
  }

  #start(place: LibraryPlace, folders: readonly ShelfEntry[]): void {
    const { journal, world } = this.#context;
    const shelf =
      shelfOf(journal, this.#organization, place) ??
      journal.catalogue.use(this.#organization, shelfName(place), world.clock.now());
    const run = journal.catalogue.begin(shelf.key);
    this.#runs.set(place, { shelf, run });
    journal.catalogue.put(shelf.key, run, folders);
  }

  #describe({ id, name, parent }: LibraryFolder): void {
    const at = this.#runs.get(id);
    if (at !== undefined) this.#context.journal.catalogue.describe(at.shelf.key, name, parent);
  }

  /** Removes a folder that no longer exists from its parent's list. */
  #forget(folder: ServiceId): void {
    const { catalogue } = this.#context.journal;
    for (const { place } of catalogue.standings(this.#organization, folder)) {
      const shelf = catalogue.find(this.#organization, place);
      if (shelf !== null) catalogue.drop(shelf.key, folder);
    }
  }
}
