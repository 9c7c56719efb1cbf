import { badRequest, FaultError, toFault } from '../../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import { keptTexts } from '../../../shared/features/library/text.ts';
import { HOUR, SECOND } from '../../../shared/units.ts';
import { fetchVersion } from '../../engine/content/fetch-version.ts';
import type { ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Staging } from '../../ports/disk.ts';
import { type Content, reader } from '../content/content-grants.ts';
import { isHere } from '../target-folder.ts';
import { thingOf } from '../resolve-id.ts';
import type { AppContext } from '../app-context.ts';
import {
  isOld,
  type PinnedCopy,
  type PinnedFile,
  PinnedRecords,
  MOST_KEPT_FILES,
  troubleOfKept,
} from './pinned-files.ts';
import { CopyFolder } from './copy-folder.ts';

/** Faults after which the next file would fail too; retried automatically. */
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

/** Result of unpinning files. */
export interface UnpinResult {
  readonly files: number;
  /** Bytes freed. */
  readonly sizeBytes: number;
  /** How many went to the trash, because the service no longer has them. */
  readonly stored: number;
  /** How many stay pinned, because the service could not be asked. */
  readonly left: number;
}

/** What pinning a listed file needs. */
export type PinCandidate = Pick<ShelfEntry, 'id' | 'name' | 'updatedAt'> & Pick<PinnedFile, 'from'>;

/**
 * Keeps files outside of the mirrors on this computer for offline viewing. A copy is one complete version; it is
 * renewed when a listing shows a change, and the old copy stays until the new one is complete.
 */
export class PinnedFiles {
  readonly files: PinnedRecords;
  readonly #context: AppContext;
  readonly #shelf: CopyFolder;
  #running: Promise<void> | null = null;
  #current: ServiceId | null = null;
  #ring: AbortController | null = null;
  /** Wakes the timer for the next listing. */
  #nextLook: AbortController | null = null;
  readonly #look: () => Promise<void>;
  #isStarted = false;
  #isClosed = false;

  /** @param look lists the places that the files were chosen from, if due. */
  constructor(context: AppContext, look: () => Promise<void>) {
    this.#look = look;
    this.#context = context;
    this.files = new PinnedRecords(context.journal.facts);
    const listed = (): Set<string> => new Set(this.files.all().flatMap(({ copy }) => copy?.path ?? []));
    this.#shelf = new CopyFolder(context, { folder: 'kept', listed });
  }

  /** Starts downloading automatically. */
  start(): void {
    this.#isStarted = true;
    this.poke();
    void this.#lookNowAndThen();
  }

  /** Wakes the downloader. */
  poke(): void {
    this.#ring?.abort();
    if (this.#isClosed || !this.#isStarted || this.#running !== null || this.#due().length === 0) return;
    this.#running = this.#run().finally(() => (this.#running = null));
  }

  /** Aborts what is in progress; nothing partial is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ring?.abort();
    this.#nextLook?.abort();
    await this.#running;
  }

  /** Pins files. They are recorded at once and downloaded in sequence. @returns how many were not pinned before. */
  want(organization: string, files: readonly PinCandidate[]): number {
    let added = 0;
    for (const { id, name, updatedAt, from } of files) {
      const known = this.files.find(id);
      if (known === null && this.files.all().length >= MOST_KEPT_FILES) throw badRequest(keptTexts.tooMany);
      if (known === null) added += 1;
      // Pinning again retries a failed download.
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
   * Unpins files; nothing changes at the service. A copy of a file the service no longer has may be the last one: it
   * goes to the trash. While the service cannot be asked, the file stays pinned.
   */
  async letGo(ids: readonly ServiceId[]): Promise<UnpinResult> {
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

  /**
   * Deletes the bytes before the record: after a crash in between, the file counts as pinned, and its copy is found
   * missing.
   */
  async #remove({ id, name, copy }: PinnedFile, sight: 'there' | 'gone'): Promise<void> {
    if (copy !== null && sight === 'there') await this.#shelf.drop(copy);
    if (copy !== null && sight === 'gone') await this.#shelf.toStore(copy, name);
    // A newer copy may have been downloaded during the call.
    const fresh = this.files.find(id)?.copy ?? null;
    this.files.remove(id);
    if (fresh !== null && fresh.path !== copy?.path) await this.#shelf.drop(fresh);
  }

  /** Unpins the files whose version the service has now: another copy may be the last one. */
  async letGoSafely(): Promise<void> {
    const safe: ServiceId[] = [];
    for (const file of this.files.all())
      if (file.copy === null || (await this.#sightOf(file)) === 'there') safe.push(file.id);
    await this.letGo(safe);
  }

  /** Downloads everything that is due. Never throws: failures are recorded. */
  async fetchAll(): Promise<void> {
    await this.#running;
    await this.#round();
  }

  /** Receives listings: pinned files that changed are downloaded again. */
  listed(entries: readonly ShelfEntry[]): void {
    for (const { id, name, updatedAt } of entries) {
      const file = this.files.find(id);
      if (file === null || (file.seen === updatedAt && file.name === name)) continue;
      this.files.put({ ...file, name, seen: updatedAt, fault: null });
    }
    this.#letGoMirrored();
    this.poke();
  }

  /** A file that is now in a mirror is a local file there: its pinned copy is redundant. */
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

  /** The badge of a row and its sentence; null: not pinned. */
  badgeOf(id: string): { readonly badge: SyncBadge; readonly note: string | null } | null {
    const file = this.files.find(id);
    if (file === null) return null;
    const { copy, fault } = file;
    if (this.#current === id) return { badge: 'downloading', note: null };
    if (copy === null && fault !== null && !STOPS.has(fault.kind))
      return { badge: 'blocked', note: troubleOfKept(file) };
    if (copy === null) return { badge: 'queuedDown', note: troubleOfKept(file) };
    return { badge: 'pinned', note: isOld(file) ? keptTexts.older : keptTexts.copy };
  }

  /** The version whose bytes are here; null: none. */
  facts(id: string): (Pick<PinnedFile, 'name'> & Pick<PinnedCopy, 'version' | 'sizeBytes' | 'sha256'>) | null {
    const { name, copy } = this.files.find(id) ?? { name: '', copy: null };
    if (copy === null) return null;
    const { version, sizeBytes, sha256 } = copy;
    return { name, version, sizeBytes, sha256 };
  }

  /** Opens verified local bytes; null: none. */
  async open(id: string): Promise<(Content & { readonly copy: PinnedCopy }) | null> {
    const file = this.files.find(id);
    if (file === null || file.copy === null) return null;
    const sure = await this.#shelf.sure(file.copy);
    if (sure === null) {
      // Another program changed the copy: it is downloaded again.
      this.files.put({ ...file, copy: null });
      this.poke();
      return null;
    }
    if (sure.stamp !== file.copy.stamp) this.files.put({ ...file, copy: sure });
    const { disk } = this.#context.world;
    const root = await this.#shelf.root();
    const read = reader(disk, root, { path: sure.path, fingerprint: sure.stamp });
    return { name: file.name, sizeBytes: sure.sizeBytes, read, copy: sure };
  }

  /** Whether the service still has the version that is here. */
  async #sightOf({ id, organization, copy }: PinnedFile): Promise<'there' | 'gone' | 'unknown'> {
    try {
      const api = (await this.#context.engine.connection()).api(organization === '' ? null : organization);
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

  #due(): readonly PinnedFile[] {
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

  /** Renews copies even if the library is not opened for weeks. Idle while nothing is pinned. */
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

  /** @returns whether no fault stopped it. */
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

  async #tryOne(file: PinnedFile) {
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

  async #fetch({ id, organization, copy, seen }: PinnedFile): Promise<void> {
    const { engine, world } = this.#context;
    const link = await engine.connection();
    const api = link.api(organization === '' ? null : organization);
    const detail = await api.file(id);
    const { name, version, sizeBytes } = detail;
    // Use the listing's own time format, because it is compared with later listings.
    const updatedAt = seen ?? detail.updatedAt;
    if (detail.isGone) throw new FaultError({ kind: 'gone', messages: [] });
    if (version === null) throw badRequest(keptTexts.noBytes);
    if (copy?.version === version) return this.#came(id, { ...copy, updatedAt }, name);
    await this.#shelf.mustFit(sizeBytes ?? 0, name);
    const path = world.random.uuid();
    const into = this.#watched(await this.#shelf.begin(path), id);
    const came = await fetchVersion(
      { api, storage: link.storage },
      { item: null, file: id, version: version as VersionId, sizeBytes, into },
    );
    const { fingerprint: stamp } = await this.#shelf.finish(path);
    const fresh = { version, path, ...came, stamp, at: world.clock.now(), updatedAt };
    // The file may have been unpinned during the download.
    if (this.files.find(id) === null) return this.#shelf.drop(fresh);
    this.#came(id, fresh, name);
    if (copy !== null) await this.#shelf.drop(copy);
  }

  #came(id: ServiceId, copy: PinnedCopy, name: string): void {
    const file = this.files.find(id);
    if (file !== null) this.files.put({ ...file, name, copy, fault: null });
  }

  /** Stops writing once the app closes or the file is unpinned. */
  #watched(staging: Staging, id: ServiceId): Staging {
    return {
      write: chunk => {
        if (this.#isClosed || this.files.find(id) === null) return Promise.reject(badRequest(keptTexts.ended));
        return staging.write(chunk);
      },
      finish: () => staging.finish(),
      discard: () => staging.discard(),
    };
  }
}
