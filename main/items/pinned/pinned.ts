import { FaultError, toFault } from '../../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { keptTexts } from '../../../shared/features/library/text.ts';
import { HOUR, SECOND } from '../../../shared/units.ts';
import { fetchVersion } from '../../engine/act/transfer/fetch-version.ts';
import type { ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Staging } from '../../ports/disk.ts';
import type { Content } from '../content/content-grants.ts';
import { placed } from '../content/content-place.ts';
import { isHere } from '../locate-item.ts';
import { refused, thingOf } from '../resolve-id.ts';
import type { AppContext } from '../app-context.ts';
import { isOld, type KeptCopy, type KeptFile, KeptFiles, MOST_KEPT_FILES } from './pinned-files.ts';
import { ShelfOfCopies } from './copy-shelf.ts';

/** After these nobody would fare better with the next file; it is tried again by itself. */
const STOPS: ReadonlySet<string> = new Set([
  'offline',
  'busy',
  'failing',
  'signed-out',
  'access-ended',
  'disk-full',
  'disk-refused',
]);
const AGAIN_AFTER_MS = 30 * SECOND;
const LOOK_EVERY_MS = HOUR;

/** What letting go of files came to. */
export interface LetGo {
  readonly files: number;
  /** The room they took. */
  readonly sizeBytes: number;
  /** How many of them went into the store, because the service no longer has them. */
  readonly stored: number;
  /** How many stay kept, because the service could not be asked. */
  readonly left: number;
}

/** What of a file's list is needed to keep it. */
export type Keepable = Pick<ShelfEntry, 'id' | 'name' | 'updatedAt'> & Pick<KeptFile, 'from'>;

/**
 * Keeps files of the service on this computer that are in no mirror: for looking into them offline. A copy is one version,
 * whole; it is renewed when a list shows that the file has changed, and the one before stays until the new one is here.
 */
export class Kept {
  readonly files: KeptFiles;
  readonly #context: AppContext;
  readonly #shelf: ShelfOfCopies;
  #running: Promise<void> | null = null;
  #current: ServiceId | null = null;
  #ring: AbortController | null = null;
  /** Ends the wait for the next look at the lists. */
  #nextLook: AbortController | null = null;
  readonly #look: () => Promise<void>;
  #isStarted = false;
  #isClosed = false;

  /** @param look looks at the lists that the files were chosen from, if it is time for it. */
  constructor(context: AppContext, look: () => Promise<void>) {
    this.#look = look;
    this.#context = context;
    this.files = new KeptFiles(context.journal.facts);
    const listed = (): Set<string> => new Set(this.files.all().flatMap(({ copy }) => copy?.path ?? []));
    this.#shelf = new ShelfOfCopies(context, { folder: 'kept', listed });
  }

  /** Begins to fetch by itself. */
  start(): void {
    this.#isStarted = true;
    this.poke();
    void this.#lookNowAndThen();
  }

  /** There may be something to fetch. */
  poke(): void {
    this.#ring?.abort();
    if (this.#isClosed || !this.#isStarted || this.#running !== null || this.#due().length === 0) return;
    this.#running = this.#run().finally(() => (this.#running = null));
  }

  /** Ends what is under way; nothing half stays. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ring?.abort();
    this.#nextLook?.abort();
    await this.#running;
  }

  /** Wants files here. They are listed at once and fetched one after the other. @returns how many were not wanted yet. */
  want(organization: string, files: readonly Keepable[]): number {
    let added = 0;
    for (const { id, name, updatedAt, from } of files) {
      const known = this.files.find(id);
      if (known === null && this.files.all().length >= MOST_KEPT_FILES) throw refused(keptTexts.tooMany);
      if (known === null) added += 1;
      // Asking again tries again what failed.
      this.files.put(
        known === null
          ? { id, organization, name, from, seen: updatedAt, copy: null, fault: null }
          : { ...known, seen: updatedAt ?? known.seen, fault: null },
      );
    }
    this.#context.changed();
    this.poke();
    void this.#lookNowAndThen();
    return added;
  }

  /**
   * Lets go of files; at the service nothing changes. A copy of what the service no longer has may be the last: it goes into
   * the store. Where the service cannot be asked the file stays kept.
   */
  async letGo(ids: readonly ServiceId[]): Promise<LetGo> {
    const gone = { files: 0, sizeBytes: 0, stored: 0, left: 0 };
    for (const id of ids) {
      const file = this.files.find(id);
      if (file === null) continue;
      const sight = file.copy === null ? 'there' : await this.#sightOf(file);
      if (sight === 'unknown') {
        gone.left += 1;
        continue;
      }
      gone.files += 1;
      if (sight === 'gone') gone.stored += 1;
      else gone.sizeBytes += file.copy?.sizeBytes ?? 0;
      await this.#remove(file, sight);
    }
    this.#context.changed();
    return gone;
  }

  /** The bytes before the line: after a crash in between the file counts as kept, and is found not to be here. */
  async #remove({ id, name, copy }: KeptFile, sight: 'there' | 'gone'): Promise<void> {
    if (copy !== null && sight === 'there') await this.#shelf.drop(copy);
    if (copy !== null && sight === 'gone') await this.#shelf.toStore(copy, name);
    // A newer one may have come meanwhile.
    const fresh = this.files.find(id)?.copy ?? null;
    this.files.remove(id);
    if (fresh !== null && fresh.path !== copy?.path) await this.#shelf.drop(fresh);
  }

  /** Lets go of those whose version the service has at this moment: of the others the copy may be the last. */
  async letGoSafely(): Promise<void> {
    const safe: ServiceId[] = [];
    for (const file of this.files.all())
      if (file.copy === null || (await this.#sightOf(file)) === 'there') safe.push(file.id);
    await this.letGo(safe);
  }

  /** Fetches all that is due now. Never throws: what failed says so in its line. */
  async fetchAll(): Promise<void> {
    await this.#running;
    await this.#round();
  }

  /** What a list shows of files. What is kept and has changed there is fetched anew. */
  listed(entries: readonly ShelfEntry[]): void {
    for (const { id, name, updatedAt } of entries) {
      const file = this.files.find(id);
      if (file === null || (file.seen === updatedAt && file.name === name)) continue;
      this.files.put({ ...file, name, seen: updatedAt, fault: null });
    }
    this.#letGoMirrored();
    this.poke();
  }

  /** What lies in a mirror now is here as a file: a copy beside it is of no use. */
  #letGoMirrored(): void {
    const ids = this.files.all().flatMap(({ id }) => {
      const thing = thingOf(this.#context.journal, id);
      return thing.where === 'mirror' && isHere(thing.item) ? [id] : [];
    });
    if (ids.length === 0) return;
    this.letGo(ids).catch((error: unknown) => {
      this.#context.world.log.info('kept.not-let-go', { fault: toFault(error).kind });
    });
  }

  /** The badge of a row and its sentence; null: it is not kept. */
  badgeOf(id: string): { readonly badge: SyncBadge; readonly note: string | null } | null {
    const file = this.files.find(id);
    if (file === null) return null;
    const { copy, fault } = file;
    if (this.#current === id) return { badge: 'downloading', note: null };
    if (copy === null && fault !== null && !STOPS.has(fault.kind)) return { badge: 'blocked', note: faultLine(fault) };
    if (copy === null) return { badge: 'queuedDown', note: fault === null ? null : faultLine(fault) };
    return { badge: 'pinned', note: isOld(file) ? keptTexts.older : keptTexts.copy };
  }

  /** The version whose bytes are here; null: none are. */
  facts(id: string): (Pick<KeptFile, 'name'> & Pick<KeptCopy, 'version' | 'sizeBytes' | 'sha256'>) | null {
    const { name, copy } = this.files.find(id) ?? { name: '', copy: null };
    if (copy === null) return null;
    const { version, sizeBytes, sha256 } = copy;
    return { name, version, sizeBytes, sha256 };
  }

  /** Bytes that are here and sure to be those that came; null: none are. */
  async open(id: string): Promise<(Content & { readonly copy: KeptCopy }) | null> {
    const file = this.files.find(id);
    if (file === null || file.copy === null) return null;
    const sure = await this.#shelf.sure(file.copy);
    if (sure === null) {
      // Somebody else was at it: it counts as not here, and comes again.
      this.files.put({ ...file, copy: null });
      this.poke();
      return null;
    }
    if (sure.stamp !== file.copy.stamp) this.files.put({ ...file, copy: sure });
    const { disk } = this.#context.world;
    const root = await this.#shelf.root();
    const read = placed(disk, root, { path: sure.path, stamp: sure.stamp });
    return { name: file.name, sizeBytes: sure.sizeBytes, read, copy: sure };
  }

  /** Whether the service has the version whose bytes are here. */
  async #sightOf({ id, organization, copy }: KeptFile): Promise<'there' | 'gone' | 'unknown'> {
    try {
      const api = (await this.#context.engine.link()).api(organization === '' ? null : organization);
      const { isGone, version } = await api.file(id);
      if (isGone) return 'gone';
      const isThere = version === copy?.version || (await api.versions(id)).some(each => each.id === copy?.version);
      return isThere ? 'there' : 'gone';
    } catch (error) {
      const { kind } = toFault(error);
      this.#context.world.log.info('kept.not-compared', { fault: kind });
      return kind === 'gone' ? 'gone' : 'unknown';
    }
  }

  #due(): readonly KeptFile[] {
    return this.files
      .all()
      .filter(file => (file.copy === null || isOld(file)) && (file.fault === null || STOPS.has(file.fault.kind)));
  }

  async #run(): Promise<void> {
    while (!this.#isClosed && this.#due().length > 0) {
      if (await this.#round()) continue;
      await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    if (this.#isClosed) return;
    this.#ring = new AbortController();
    await this.#sleep(AGAIN_AFTER_MS, this.#ring.signal);
    this.#ring = null;
  }

  /** So that copies are renewed where nobody opens the library for weeks. Where nothing is kept it rests wholly. */
  async #lookNowAndThen(): Promise<void> {
    if (!this.#isStarted || this.#nextLook !== null) return;
    this.#nextLook = new AbortController();
    const { signal } = this.#nextLook;
    while (!this.#isClosed && this.files.all().length > 0) {
      await this.#sleep(LOOK_EVERY_MS, signal);
      if (!this.#isClosed) await this.#look();
    }
    this.#nextLook = null;
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#context.world.clock.sleep(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @returns whether nothing stopped it. */
  async #round(): Promise<boolean> {
    const tried = new Set<ServiceId>();
    for (;;) {
      const file = this.#due().find(({ id }) => !tried.has(id));
      if (file === undefined || this.#isClosed) return true;
      tried.add(file.id);
      const fault = await this.#tryOne(file);
      const now = this.files.find(file.id);
      if (now !== null && fault !== null) this.files.put({ ...now, fault });
      this.#context.changed();
      if (fault !== null && STOPS.has(fault.kind)) return false;
    }
  }

  async #tryOne(file: KeptFile) {
    this.#current = file.id;
    this.#context.changed();
    try {
      await this.#fetch(file);
      return null;
    } catch (error) {
      const fault = toFault(error);
      if (fault.kind === 'bug') this.#context.world.log.error('kept.failed', { error: fault.detail });
      return fault;
    } finally {
      this.#current = null;
    }
  }

  async #fetch({ id, organization, copy, seen }: KeptFile): Promise<void> {
    const { engine, world } = this.#context;
    const link = await engine.link();
    const api = link.api(organization === '' ? null : organization);
    const detail = await api.file(id);
    const { name, version, sizeBytes } = detail;
    // In the words of the lists that it will be compared with.
    const updatedAt = seen ?? detail.updatedAt;
    if (detail.isGone) throw new FaultError({ kind: 'gone', messages: [] });
    if (version === null) throw refused(keptTexts.noBytes);
    if (copy?.version === version) return this.#came(id, { ...copy, updatedAt }, name);
    await this.#shelf.mustFit(sizeBytes ?? 0, name);
    const path = world.random.uuid();
    const into = this.#watched(await this.#shelf.begin(path), id);
    const came = await fetchVersion(
      { api, storage: link.storage },
      { item: null, file: id, version: version as VersionId, sizeBytes, into },
    );
    const { stamp } = await this.#shelf.finish(path);
    const fresh = { version, path, ...came, stamp, at: world.clock.now(), updatedAt };
    // Somebody may have let go of it meanwhile.
    if (this.files.find(id) === null) return this.#shelf.drop(fresh);
    this.#came(id, fresh, name);
    if (copy !== null) await this.#shelf.drop(copy);
  }

  #came(id: ServiceId, copy: KeptCopy, name: string): void {
    const file = this.files.find(id);
    if (file !== null) this.files.put({ ...file, name, copy, fault: null });
  }

  /** Nothing more comes once the app closes, or nobody wants it any more. */
  #watched(staging: Staging, id: ServiceId): Staging {
    return {
      write: chunk => {
        if (this.#isClosed || this.files.find(id) === null) return Promise.reject(refused(keptTexts.ended));
        return staging.write(chunk);
      },
      finish: () => staging.finish(),
      discard: () => staging.discard(),
    };
  }
}
