import { toFault } from '../../../shared/fault.ts';
import type { Failure } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import type { CataloguePlace, ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Journal } from '../../journal/journal.ts';
import type { World } from '../../ports/world.ts';
import { PAGE_SIZE } from '../api/service.ts';
import type { ServiceApi } from '../api/service.ts';
import { looseFiles, shownFile, shownFolder } from './browsed-rows.ts';
import type { ServiceConnection } from '../../engine/account/account.ts';
import type { RequestBudget } from '../../engine/limits/request-budget.ts';
import { oddAnswer } from '../api/odd-answer.ts';

/** A place of the service that can be listed: a folder, or one of the lists that are no folder. */
export type BrowsePlace = ServiceId | 'roots' | 'archived' | 'loose';

/** The folder of a place; null: it is a list. */
export function folderOf(place: BrowsePlace): ServiceId | null {
  return isUuid(place) ? (place as ServiceId) : null;
}

/** The progress of a listing; `pages` null: not known yet. */
export interface ReadingPages {
  readonly page: number;
  readonly pages: number | null;
}

/**
 * How a place is listed: at once, because a person asks; and for a folder that was never listed, only its subfolders.
 */
export interface ListingRequest {
  readonly isAsked: boolean;
  readonly onlyFolders?: boolean;
}

/** What listing needs. */
export interface BrowsingParts {
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly journal: Journal;
  readonly link: () => Promise<ServiceConnection>;
  /** What background requests may cost. */
  readonly looks: Pick<RequestBudget, 'available' | 'spend'>;
  /** Called when something that is shown has changed. */
  readonly changed: () => void;
}

/** A folder on the screen is listed again after this long; a large one less often, so that an hour costs no more. */
const AGAIN_AFTER_MS = MINUTE;
const AGAIN_PER_REQUEST_MS = 6 * SECOND;
/** The wait when the service did not answer. */
const AFTER_OFFLINE_MS = 15 * SECOND;
/** Pages requested in parallel, once their number is known. */
const PAGES_AT_ONCE = 4;
/** A listing with more pages does not end. */
const MOST_PAGES = 10_000;
/** Most rows kept, of all listings together. */
const MOST_KEPT = 300_000;

/** Lists places of the service for people, and keeps the rows. */
export class Browsing {
  readonly #parts: BrowsingParts;
  readonly #running = new Map<string, { pages: ReadingPages; done: Promise<void> }>();
  #isClosed = false;

  constructor(parts: BrowsingParts) {
    this.#parts = parts;
  }

  /** The organization whose listings are shown: the one that the account acts in; empty: the key's own. */
  get organization(): string {
    return this.#parts.journal.facts.get('organization') ?? '';
  }

  /** The progress of a place's listing; null while none is running. */
  reading(place: BrowsePlace): ReadingPages | null {
    return this.#running.get(this.#keyOf(place))?.pages ?? null;
  }

  /**
   * Lists a place if it is time for it, or at once when a person asks. Resolves when that is done; one listing of a
   * place at a time. Never throws: a fault is kept with the listing.
   */
  check(place: BrowsePlace, { isAsked, onlyFolders = false }: ListingRequest): Promise<void> {
    const key = this.#keyOf(place);
    const running = this.#running.get(key);
    if (running !== undefined) return running.done;
    const { journal, world } = this.#parts;
    const shelf = journal.catalogue.use(this.organization, place, world.clock.now());
    const folder = onlyFolders && shelf.listedAt === null ? folderOf(place) : null;
    if (folder !== null && shelf.foldersAt !== null && !isAsked) return Promise.resolve();
    if (folder === null && !isAsked && !this.#isDue(shelf)) return Promise.resolve();
    const list = folder === null ? this.#list(place, shelf, key) : this.#listOnlyFolders(folder, shelf);
    const done = list.finally(() => {
      this.#running.delete(key);
      this.#changed();
    });
    if (!this.#running.has(key)) this.#running.set(key, { pages: { page: 0, pages: null }, done });
    this.#changed();
    return done;
  }

  /** Listings that are still running are not recorded any more. */
  close(): void {
    this.#isClosed = true;
  }

  #keyOf(place: BrowsePlace): string {
    return `${this.organization} ${place}`;
  }

  #isDue({ key, askedAt, fault }: CataloguePlace): boolean {
    const { journal, world, looks } = this.#parts;
    if (askedAt === null) return true;
    const requests = 2 + Math.floor(journal.catalogue.count(key) / PAGE_SIZE);
    const waitMs =
      fault?.kind === 'offline' ? AFTER_OFFLINE_MS : Math.max(AGAIN_AFTER_MS, requests * AGAIN_PER_REQUEST_MS);
    const age = world.clock.now() - askedAt;
    // A clock that was set back must not keep a listing old for long.
    if (age >= 0 && age < waitMs) return false;
    if (looks.available() < requests) return false;
    looks.spend(requests);
    return true;
  }

  async #list(place: BrowsePlace, shelf: CataloguePlace, key: string): Promise<void> {
    // Lets the first caller see that the listing is running.
    await Promise.resolve();
    const round = new Round(this.#parts, shelf, pages => {
      const running = this.#running.get(key);
      if (running !== undefined) running.pages = pages;
      this.#changed();
    });
    try {
      const api = (await this.#parts.link()).api(this.organization === '' ? null : this.organization);
      const folder = folderOf(place);
      await (folder === null ? this.#listList(api, place, round) : this.#listFolder(api, folder, round));
      if (!this.#isClosed) round.finish();
    } catch (error) {
      if (this.#isClosed) return;
      const fault = toFault(error);
      if (fault.kind === 'bug') this.#parts.world.log.error('browse.failed', { error: fault.detail });
      await this.#failed(place, round, fault);
    }
    if (!this.#isClosed) this.#parts.journal.catalogue.prune(MOST_KEPT);
  }

  /** Lists enough to unfold a folder in a tree. A fault is reported when the folder itself is opened. */
  async #listOnlyFolders(folder: ServiceId, { key }: CataloguePlace): Promise<void> {
    const { journal, world } = this.#parts;
    try {
      const api = (await this.#parts.link()).api(this.organization === '' ? null : this.organization);
      const folders = (await api.children(folder)).filter(child => !child.isGone).map(shownFolder);
      if (this.#isClosed) return;
      journal.transaction(() => {
        const run = journal.catalogue.begin(key);
        journal.catalogue.put(key, run, folders);
        journal.catalogue.finishFolders(key, run, world.clock.now());
      });
    } catch (error) {
      world.log.info('browse.not-unfolded', { fault: toFault(error).kind });
    }
  }

  async #listList(api: ServiceApi, place: BrowsePlace, round: Round): Promise<void> {
    const { journal } = this.#parts;
    if (place === 'loose') return round.put(await looseFiles(api, journal, this.organization));
    const folders = place === 'roots' ? await api.roots() : await api.archived();
    round.put(folders.filter(folder => place === 'archived' || !folder.isGone).map(shownFolder));
  }

  async #listFolder(api: ServiceApi, id: ServiceId, round: Round): Promise<void> {
    const [folders, first] = await Promise.all([api.children(id), api.filesPage(id, 1)]);
    if (this.#isClosed) return;
    const shown = folders.filter(folder => !folder.isGone).map(shownFolder);
    round.expect(shown.length, first.totalCount);
    round.put([...shown, ...first.items.filter(file => !file.isGone).map(shownFile)]);
    if (round.needsName(id)) {
      const { name, parent } = await api.folder(id);
      round.describe(name, parent);
    }
    const pages = first.totalCount === null ? null : Math.ceil(first.totalCount / PAGE_SIZE);
    round.notePages({ page: 1, pages });
    for (let page = 2, hasMore = first.hasNextPage; hasMore;) {
      if (page > MOST_PAGES) throw oddAnswer('The list of files has no end.');
      const wanted = pages === null ? 1 : Math.max(1, Math.min(PAGES_AT_ONCE, pages - page + 1));
      const before = round.receivedRows;
      hasMore = await this.#readPages({ api, id, round }, page, wanted);
      if (this.#isClosed) return;
      page += wanted;
      round.notePages({ page: page - 1, pages });
      // Pages that promise more and show nothing new would go on forever.
      if (hasMore && round.receivedRows === before) throw oddAnswer('The list of files does not go on.');
    }
    round.mustBeWhole();
  }

  /** Whether more pages follow these. Rows are kept, also when one page fails. */
  async #readPages(
    { api, id, round }: { api: ServiceApi; id: ServiceId; round: Round },
    first: number,
    count: number,
  ): Promise<boolean> {
    const asked = Array.from({ length: count }, (_, index) => api.filesPage(id, first + index));
    const answers = await Promise.allSettled(asked);
    if (this.#isClosed) return false;
    const came = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []));
    round.put(came.flatMap(({ items }) => items.filter(file => !file.isGone).map(shownFile)));
    const failed = answers.find(answer => answer.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return came.at(-1)?.hasNextPage === true;
  }

  /** A missing folder may be in the archive: then that is recorded, and its former rows stay visible. */
  async #failed(place: BrowsePlace, round: Round, fault: Failure): Promise<void> {
    if (fault.kind === 'gone' && isUuid(place)) await this.check('archived', { isAsked: true });
    if (!this.#isClosed) round.fail(fault);
  }

  #changed(): void {
    if (!this.#isClosed) this.#parts.changed();
  }
}

/** One listing of one place, from start to end. */
class Round {
  readonly #parts: BrowsingParts;
  readonly #shelf: CataloguePlace;
  readonly #run: number;
  readonly #seen = new Set<ServiceId>();
  readonly #onPage: (pages: ReadingPages) => void;
  #total: number | null = null;

  constructor(parts: BrowsingParts, shelf: CataloguePlace, onPage: (pages: ReadingPages) => void) {
    this.#parts = parts;
    this.#shelf = shelf;
    this.#onPage = onPage;
    this.#run = parts.journal.catalogue.begin(shelf.key);
  }

  get receivedRows(): number {
    return this.#seen.size;
  }

  expect(folders: number, files: number | null): void {
    this.#total = files === null ? null : folders + files;
  }

  put(entries: readonly ShelfEntry[]): void {
    for (const { id } of entries) this.#seen.add(id);
    const { journal } = this.#parts;
    journal.transaction(() => journal.catalogue.put(this.#shelf.key, this.#run, entries));
  }

  notePages(pages: ReadingPages): void {
    this.#onPage(pages);
  }

  /** Whether no listing gives the folder's name. */
  needsName(id: ServiceId): boolean {
    const { journal } = this.#parts;
    const organization = journal.facts.get('organization') ?? '';
    return this.#shelf.name === null && journal.catalogue.standings(organization, id).length === 0;
  }

  describe(name: string, parent: ServiceId | null): void {
    this.#parts.journal.catalogue.describe(this.#shelf.key, name, parent);
  }

  /**
   * @throws FaultError when fewer rows came than announced: the list shrank while it was read, or an answer was cut.
   */
  mustBeWhole(): void {
    if (this.#total !== null && this.#seen.size < this.#total)
      throw oddAnswer(`Only ${this.#seen.size} of ${this.#total} things were listed.`);
  }

  finish(): void {
    const { journal, world } = this.#parts;
    journal.transaction(() => journal.catalogue.finish(this.#shelf.key, this.#run, world.clock.now()));
  }

  fail(fault: Failure): void {
    const { journal, world } = this.#parts;
    const { key, place, total } = this.#shelf;
    journal.transaction(() => {
      if (fault.kind === 'gone') forgetStandings(journal, key, place as ServiceId);
      // What may no longer be read is not shown from memory either.
      if (fault.kind === 'not-allowed' || (fault.kind === 'gone' && !isArchived(journal, place as ServiceId)))
        journal.catalogue.empty(key);
      const got = this.#shelf.listedAt === null ? journal.catalogue.count(key) : null;
      const of = got === null ? null : (this.#total ?? total);
      journal.catalogue.fail(key, world.clock.now(), { fault, got, total: of });
    });
  }
}

/** Removes a folder that no longer exists from the places that listed it, and remembers where that was. */
function forgetStandings(journal: Journal, key: number, folder: ServiceId): void {
  const organization = journal.facts.get('organization') ?? '';
  for (const { place, name } of journal.catalogue.standings(organization, folder)) {
    if (place === 'archived') continue;
    journal.catalogue.describe(key, name, isUuid(place) ? (place as ServiceId) : null);
    const shelf = journal.catalogue.find(organization, place);
    if (shelf !== null) journal.catalogue.drop(shelf.key, folder);
  }
}

/** Whether a folder, or one of its ancestors, is in the archive. */
function isArchived(journal: Journal, folder: ServiceId): boolean {
  return archivedTop(journal, folder) !== null;
}

/** Most ancestors that are followed; more can only be a cycle. */
const DEEPEST = 256;

/** The archived folder that a folder is, or is in, according to the listings; null: none. */
export function archivedTop(journal: Journal, folder: ServiceId): ShelfEntry | null {
  const organization = journal.facts.get('organization') ?? '';
  const archive = journal.catalogue.find(organization, 'archived');
  if (archive === null) return null;
  const tops = new Map(journal.catalogue.folders(archive.key).map(entry => [entry.id, entry]));
  const seen = new Set<string>();
  for (let at: string | null = folder; at !== null && isUuid(at) && !seen.has(at) && seen.size < DEEPEST;) {
    seen.add(at);
    const top = tops.get(at as ServiceId);
    if (top !== undefined) return top;
    at = folderAbove(journal, organization, at as ServiceId);
  }
  return null;
}

/** The parent of a folder, according to the listings. */
export function folderAbove(journal: Journal, organization: string, folder: ServiceId): ServiceId | null {
  const standing = journal.catalogue.standings(organization, folder).find(({ place }) => isUuid(place));
  if (standing !== undefined) return standing.place as ServiceId;
  return journal.catalogue.find(organization, folder)?.parent ?? null;
}
