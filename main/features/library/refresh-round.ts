import type { Failure } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { Shelf, ShelfEntry } from '../../journal/records/catalogue.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type LibraryFolder, type PublishedFile, shownLibraryFolder } from './listing.ts';
import { type LibraryPlace, shelfName, shelfOf } from './shelves.ts';

/** One complete listing of the library: of all folders, and of the files in all of them or in one. */
export class LibraryRound {
  readonly #context: AppContext;
  readonly #organization: string;
  readonly #place: LibraryPlace;
  readonly #runs = new Map<LibraryPlace, { readonly shelf: Shelf; readonly run: number }>();
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
