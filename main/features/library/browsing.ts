import { toFault } from '../../../shared/fault.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import type { ReadingPages } from '../../remote/browse/browsing.ts';
import type { CataloguePlace, ShelfEntry } from '../../journal/records/catalogue.ts';
import { PAGE_SIZE } from '../../remote/api/service.ts';
import type { Line } from '../../remote/api/ask.ts';
import type { AppContext } from '../../items/app-context.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { foldersThere, knownOrganization, type LibraryFolder, LibraryListing, listFiles } from './listing.ts';
import { type LibraryPlace, shelfName, shelfOf } from './shelves.ts';

/** A place on display is listed again after this time; a large one so rarely that it costs no more per hour. */
const AGAIN_AFTER_MS = 2 * MINUTE;
const AGAIN_PER_REQUEST_MS = 6 * SECOND;
/** Delay after no answer at all. */
const AFTER_OFFLINE_MS = 15 * SECOND;
/** Entries kept of all listings together, as for folders. */
const MOST_KEPT = 300_000;

/** Lists the organization's library while a window shows it, and keeps the listings for offline use. */
export class LibraryBrowsing {
  readonly managing: Managing;
  readonly #context: AppContext;
  readonly #onListed: (entries: readonly ShelfEntry[]) => void;
  readonly #running = new Map<string, { pages: ReadingPages; done: Promise<void> }>();
  /** One listing at a time: each covers all folders, and treats what it did not see as gone. */
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param onListed receives what listings showed. */
  constructor(context: AppContext, onListed: (entries: readonly ShelfEntry[]) => void) {
    this.#context = context;
    this.#onListed = onListed;
    this.managing = new Managing(context);
  }

  /** The organization whose library is shown; empty: not known. */
  get organization(): string {
    return this.#context.journal.facts.get('organization') ?? '';
  }

  /** Progress of the listing of a place; null: none is running. */
  reading(place: LibraryPlace): ReadingPages | null {
    return this.#running.get(this.#keyOf(place))?.pages ?? null;
  }

  /**
   * Lists a place if it is due, or at once on request: the top with everything below, a folder alone. One listing per
   * place at a time. Never throws: failures are recorded with the shelf.
   */
  check(place: LibraryPlace, isAsked: boolean): Promise<void> {
    const key = this.#keyOf(place);
    const running = this.#running.get(key);
    if (running !== undefined) return running.done;
    const { journal, world } = this.#context;
    const shelf = journal.catalogue.use(this.organization, shelfName(place), world.clock.now());
    if (!isAsked && !this.#isDue(shelf)) return Promise.resolve();
    const done = this.#last
      .then(() => this.#list(place, key, isAsked))
      .finally(() => {
        this.#running.delete(key);
        this.#changed();
      });
    this.#last = done.catch(() => undefined);
    this.#running.set(key, { pages: { page: 0, pages: null }, done });
    this.#changed();
    return done;
  }

  /** Listings in progress record nothing from now on. */
  close(): void {
    this.#isClosed = true;
  }

  #keyOf(place: LibraryPlace): string {
    return `${this.organization} ${place ?? ''}`;
  }

  #isDue({ key, askedAt, fault, listedAt }: CataloguePlace): boolean {
    const { journal, world, engine } = this.#context;
    const at = Math.max(askedAt ?? 0, listedAt ?? 0);
    if (at === 0) return true;
    const requests = 2 + Math.floor(journal.catalogue.count(key) / PAGE_SIZE);
    const waitMs =
      fault?.kind === 'offline' ? AFTER_OFFLINE_MS : Math.max(AGAIN_AFTER_MS, requests * AGAIN_PER_REQUEST_MS);
    const age = world.clock.now() - at;
    // After the clock was set back, the age is negative: list again.
    if (age >= 0 && age < waitMs) return false;
    if (engine.requests.available() < requests) return false;
    engine.requests.spend(requests);
    return true;
  }

  async #list(place: LibraryPlace, key: string, isAsked: boolean): Promise<void> {
    if (this.#isClosed) return;
    const { organization } = this;
    const round = new LibraryListing(this.#context, organization, place);
    const onPages = (pages: ReadingPages): void => {
      const running = this.#running.get(key);
      if (running !== undefined) running.pages = pages;
      this.#changed();
    };
    try {
      const link = await this.#context.engine.connection();
      const id = knownOrganization(organization);
      const line = link.line(id);
      await this.managing.look(line, isAsked);
      const folders = await foldersThere(line, id);
      if (this.#isClosed) return;
      await this.#listIn(line, { folders, round, place, onPages });
      if (this.#isClosed) return;
      round.finish();
      this.#onListed(round.entries);
    } catch (error) {
      if (this.#isClosed) return;
      const fault = toFault(error);
      if (fault.kind === 'bug') this.#context.world.log.error('library.failed', { error: fault.detail });
      round.fail(fault);
    }
    this.#context.journal.catalogue.prune(MOST_KEPT);
  }

  async #listIn(
    line: Line,
    {
      folders,
      round,
      place,
      onPages,
    }: {
      readonly folders: readonly LibraryFolder[];
      readonly round: LibraryListing;
      readonly place: LibraryPlace;
      readonly onPages: (pages: ReadingPages) => void;
    },
  ): Promise<void> {
    round.begin(folders);
    await listFiles(line, {
      organization: this.organization,
      folder: place,
      onPages,
      onPage: (files, of) => {
        if (!this.#isClosed) round.put(files, of);
        return !this.#isClosed;
      },
    });
  }

  #changed(): void {
    if (!this.#isClosed) this.#context.changed();
  }
}

/** Whether a folder of the library has subfolders; true while that is unknown. */
export function mayHaveLibraryFolders({ journal }: AppContext, organization: string, folder: LibraryPlace): boolean {
  const shelf = shelfOf(journal, organization, folder);
  return shelf === null || shelf.listedAt === null || journal.catalogue.hasFolders(shelf.key);
}

/** Fact: whether library folders may be changed, by organization, according to the service's last answer. */
const FACT = 'libraryManaging';

/** Who may make, rename and remove library folders: administrators. A refusal overrides the role. */
class Managing {
  readonly #context: AppContext;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Whether to offer it; not while it is unknown. */
  may(organization: string): boolean {
    return this.#context.journal.facts.get(FACT) === `${organization} yes`;
  }

  /** Asks for the person's role, once per organization, and on request. */
  async look({ organization }: Line, isAsked: boolean): Promise<void> {
    const { facts } = this.#context.journal;
    if (organization === null) return;
    const isKnown = facts.get(FACT)?.startsWith(`${organization} `) === true;
    if (isKnown && !isAsked) return;
    try {
      const all = await (await this.#context.engine.connection()).api(null).organizations();
      const role = all.find(({ id }) => id === organization)?.role?.toLowerCase() ?? null;
      this.#note(organization, role === 'owner' || role === 'admin');
    } catch (error) {
      if (!isFault(error, 'not-allowed', 'scope', 'gone')) throw error;
      this.#note(organization, false);
    }
  }

  /** The service refused a change. */
  refused(organization: string): void {
    this.#note(organization, false);
    this.#context.changed();
  }

  #note(organization: string, may: boolean): void {
    this.#context.journal.facts.set(FACT, `${organization} ${may ? 'yes' : 'no'}`);
  }
}
