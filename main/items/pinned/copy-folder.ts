import { badRequest, FaultError, isInUse } from '../../../shared/fault.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import { keptTexts } from '../../../shared/features/library/text.ts';
import { hasRoom, RECORDS_BYTES } from '../../core/policy/disk-reserve.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { Entry, Root, Staging } from '../../ports/disk.ts';
import type { AppContext } from '../app-context.ts';
import type { PinnedCopy } from './pinned-files.ts';

/** The folder, and which files in it are known. */
interface CopyFolderOptions {
  /** Name of the folder in the data directory, also used for its files in the trash. Letters and hyphens. */
  readonly folder: string;
  /** Names of the copies that have a record. */
  readonly listed: () => ReadonlySet<string>;
}

/** A copy in the folder. */
type CopyAt = Pick<PinnedCopy, 'path'>;

/**
 * A folder of the data directory for bytes outside of the mirrors: pinned files, and files to be sent. Never watched.
 */
export class CopyFolder {
  readonly #context: AppContext;
  readonly #shelf: CopyFolderOptions;
  #root: Promise<Root> | null = null;

  constructor(context: AppContext, shelf: CopyFolderOptions) {
    this.#context = context;
    this.#shelf = shelf;
  }

  /** The folder; created, and cleaned up after a crash, on first use. @throws FaultError. */
  root(): Promise<Root> {
    this.#root ??= this.#open().catch((error: unknown) => {
      this.#root = null;
      throw error;
    });
    return this.#root;
  }

  /** @throws FaultError `disk-full` when the bytes would not leave enough space for our records. */
  async mustFit(sizeBytes: number, name: string): Promise<void> {
    const { disk } = this.#context.world;
    const space = await disk.space((await this.root()).path);
    if (!hasRoom(space, sizeBytes) || space.recordsFreeBytes < RECORDS_BYTES)
      throw new FaultError({ kind: 'disk-full', path: name });
  }

  /** Begins to write a copy. */
  async begin(path: string): Promise<Staging> {
    return this.#context.world.disk.stage(await this.root(), path);
  }

  /** Puts the finished bytes in place. @returns the resulting entry. */
  async finish(path: string): Promise<Entry> {
    const { disk } = this.#context.world;
    const lateStoreName = `${this.#shelf.folder}-${path}`;
    const placed = await disk.place(await this.root(), {
      staged: path,
      path,
      expected: null,
      old: { to: 'nowhere' },
      lateStoreName,
    });
    return placed.entry;
  }

  /**
   * Checks whether a copy still has its bytes, by reading it if its fingerprint changed. @returns the copy with its
   * present fingerprint; null when it is unusable.
   */
  async sure<C extends Pick<PinnedCopy, 'path' | 'sizeBytes' | 'stamp' | 'sha256'>>(copy: C): Promise<C | null> {
    const { disk } = this.#context.world;
    const root = await this.root();
    const entry = await disk.entry(root, copy.path);
    if (entry === null || entry.kind !== 'file' || entry.sizeBytes !== copy.sizeBytes) return null;
    if (entry.fingerprint === copy.stamp) return copy;
    const hashed = await disk.hash(root, copy.path);
    return hashed?.sha256 === copy.sha256 ? { ...copy, stamp: hashed.entry.fingerprint } : null;
  }

  /** Deletes a copy; a missing one is ignored. */
  async drop({ path }: CopyAt): Promise<void> {
    const { disk } = this.#context.world;
    const root = await this.root();
    const entry = await disk.entry(root, path);
    if (entry === null) return;
    await disk.free(root, path, entry.fingerprint).catch((error: unknown) => {
      if (!(isFault(error, 'stale', 'disk-refused') && (error.fault.kind === 'stale' || isInUse(error.fault))))
        throw error;
    });
  }

  /** Moves a copy that may be the only one to the trash for 30 days; a missing one is ignored. */
  async toStore({ path }: CopyAt, name: string): Promise<void> {
    const root = await this.root();
    const entry = await this.#context.world.disk.entry(root, path);
    if (entry !== null) await this.#intoStore(root, entry, name);
  }

  async #open(): Promise<Root> {
    const { world, settings } = this.#context;
    const { disk, random, ground } = world;
    const folder = pathBelow(settings.dataDirectory, this.#shelf.folder);
    const before = await disk.inspect(folder);
    if (before.trouble === 'missing') {
      if (ground === undefined) throw badRequest(keptTexts.noPlace);
      await ground.make(folder);
    }
    if (before.marker === null) await disk.mark(before.realPath, random.uuid());
    const { realPath, marker, volume, trouble, code } = await disk.inspect(folder);
    if (trouble !== null || marker === null)
      throw new FaultError({ kind: 'disk-refused', path: folder, code: code ?? 'EIO' });
    const root = { path: realPath, marker, volume };
    await this.#clear(root);
    return root;
  }

  /**
   * Copies without a record, after a crash or a restored journal. Moved to the trash for 30 days, because the service
   * may no longer have them.
   */
  async #clear(root: Root): Promise<void> {
    const { disk } = this.#context.world;
    await disk.sweep(root);
    const listed = this.#shelf.listed();
    const { changed } = await disk.scan(root, new Map());
    for (const { path, entries } of changed)
      for (const entry of path === '' ? entries : [])
        if (entry.kind === 'file' && OURS.test(entry.name) && !listed.has(entry.name))
          await this.#intoStore(root, entry, '');
  }

  /** Writes the row before moving the bytes, as for everything in the trash. */
  async #intoStore(root: Root, { name, fingerprint, sizeBytes }: Entry, path: string): Promise<void> {
    const { world, journal } = this.#context;
    const stored = `${this.#shelf.folder}-${name}`;
    const row = { name: stored, mirror: '' as MirrorId, path, sizeBytes, sha256: null };
    journal.trash.put({ ...row, reason: 'rescued', at: world.clock.now() });
    await world.disk.store(root, name, fingerprint, stored).catch(async (error: unknown) => {
      if ((await world.disk.entry(root, name)) !== null) journal.trash.remove(stored);
      throw error;
    });
  }
}

/** A UUID, the form of our copies' names. */
const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
