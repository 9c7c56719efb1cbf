import type { Input } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { versionTexts } from '../../../shared/features/versions/text.ts';
import { contentTexts as texts } from '../../../shared/features/preview/text.ts';
import type { OpenedContent } from '../../../shared/features/preview/model.ts';
import type { StopSignal } from '../../../shared/stop-signal.ts';
import { MIB } from '../../../shared/units.ts';
import { baseName } from '../../../shared/local-path.ts';
import { isoTime } from '../../core/calendar.ts';
import { plainTime } from '../../core/policy/service-time.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { sizeOfVersion } from '../../engine/content/reject-login-page.ts';
import { isHere } from '../target-folder.ts';
import { detailOf, type MirroredThing, type RemoteDetail, type Thing } from '../resolve-id.ts';
import type { Entry, Root } from '../../ports/disk.ts';
import { nameOf, type PlaceInMirror } from '../local/local-path.ts';
import type { AppContext } from '../app-context.ts';
import { waitingMerges } from '../waiting-merges.ts';
import { FetchedVersions, type Fetches } from './fetches.ts';
import { type Content, OpenContents, reader } from './content-grants.ts';

/** Size up to which a file is downloaded without asking. */
export const SMALL_BYTES = 10 * MIB;
/** Size up to which a file is downloaded into memory for viewing; a pinned file is read from the disk. */
export const MOST_FETCHED_BYTES = 64 * MIB;

/** A file to view. */
export interface ViewRequest {
  readonly thing: Thing;
  /** Null: the current one. */
  readonly version: VersionId | null;
  readonly fetch: Input<'content.open'>['fetch'];
  /** The file as requested, for reporting download progress to windows. */
  readonly asked: { readonly id: string; readonly version: string | null };
}

/** Local bytes of a pinned file outside of the mirrors, and their version. */
export type PinnedContent = Content & {
  readonly copy: { readonly version: VersionId; readonly sha256: Sha256; readonly updatedAt: string | null };
};

export interface PinnedBytes {
  /** Null: there are none. */
  open(id: ServiceId): Promise<PinnedContent | null>;
}

/** Opens files for viewing. Writes and records nothing. */
export class ContentViews {
  readonly handedOut: OpenContents;
  readonly #context: AppContext;
  readonly #kept: PinnedBytes;
  readonly #fetches: Fetches;
  readonly #fetched = new FetchedVersions(2 * MOST_FETCHED_BYTES);

  /** @param kept bytes of pinned files. */
  constructor(context: AppContext, { fetches, kept }: { readonly fetches: Fetches; readonly kept: PinnedBytes }) {
    this.#context = context;
    this.#fetches = fetches;
    this.#kept = kept;
    this.handedOut = new OpenContents(context.world);
  }

  /** @param signal aborts the download when no client waits any more. @throws FaultError. */
  async open(wanted: ViewRequest, signal?: StopSignal): Promise<OpenedContent> {
    const { thing } = wanted;
    if (thing.where === 'mirror' && thing.item.kind === 'folder') throw badRequest(texts.folder);
    const here = thing.where === 'mirror' ? await this.#openHere(thing, wanted.version) : null;
    const opened =
      here ?? (wanted.fetch === 'here' ? await this.#openPinned(wanted) : await this.#openThere(wanted, signal));
    if (signal?.aborted === true && opened.is === 'open') this.handedOut.close(opened.content);
    return opened;
  }

  /** Opens a waiting merge. @throws FaultError `bad-request` when there is none. */
  async openDraft(thing: Thing): Promise<OpenedContent> {
    const { journal } = this.#context;
    const file = thing.where === 'service' ? thing.id : (thing.item.remote?.id ?? null);
    const draft = file === null ? null : journal.mergeDrafts.get(file);
    if (draft === null) throw badRequest(versionTexts.noDraft);
    const { bytes, at } = draft;
    const path = waitingMerges(journal).find(one => one.file === file)?.path ?? '';
    const facts = {
      name: baseName(path),
      sizeBytes: bytes.length,
      modifiedAt: isoTime(at),
      version: null,
      sha256: null,
    };
    const content = this.handedOut.give({ name: facts.name, sizeBytes: bytes.length, read: partsOf(bytes) });
    return { is: 'open', ...facts, mark: `draft ${at}`, content, address: addressOf(content), from: 'here' };
  }

  /** Opens a file on the disk that has no record. Null: there is none. */
  async openSaved({ mirror, path }: PlaceInMirror): Promise<OpenedContent | null> {
    const { disk } = this.#context.world;
    const entry = path === '' ? null : await firstLook(() => disk.open(mirror.root, path));
    return entry === null ? null : this.#give(mirror.root, { name: baseName(path), path, entry });
  }

  /** Hands out a file on the disk. */
  #give(
    root: Root,
    { name, path, entry }: { readonly name: string; readonly path: string; readonly entry: Entry },
  ): Extract<OpenedContent, { is: 'open' }> {
    const { fingerprint, sizeBytes, modifiedMs } = entry;
    const read = reader(this.#context.world.disk, root, { path, fingerprint });
    const content = this.handedOut.give({ name, sizeBytes, read });
    const facts = { name, sizeBytes, modifiedAt: isoTime(modifiedMs), version: null, sha256: null };
    return { is: 'open', ...facts, mark: fingerprint, content, address: addressOf(content), from: 'here' };
  }

  close(): void {
    this.#fetched.clear();
  }

  /** Null: those bytes are not on this computer. */
  async #openHere({ mirror, item }: MirroredThing, version: VersionId | null): Promise<OpenedContent | null> {
    const { world, journal } = this.#context;
    const { local, base } = item;
    if (!isHere(item) || local === null) return null;
    // Only a hash equal to the base's proves that the local bytes are that version.
    const baseVersion = base !== null && local.sha256 === base.sha256 ? base.version : null;
    if (version !== null && version !== baseVersion) return null;
    const path = journal.pathOf(item.id);
    const entry = await firstLook(() => world.disk.open(mirror.root, path));
    if (entry === null || (version !== null && entry.fingerprint !== local.fingerprint)) return null;
    const isAsRead = entry.fingerprint === local.fingerprint;
    return {
      ...this.#give(mirror.root, { name: nameOf(item), path, entry }),
      version: isAsRead ? baseVersion : null,
      sha256: isAsRead ? local.sha256 : null,
    };
  }

  /** A pinned copy, without asking the service for a newer version. @throws FaultError `bad-request` without one. */
  async #openPinned({ thing, version }: ViewRequest): Promise<OpenedContent> {
    const kept = thing.where === 'service' ? await this.#kept.open(thing.id) : null;
    if (kept === null || (version !== null && version !== kept.copy.version)) throw badRequest(texts.notHere);
    return this.#openKept(kept);
  }

  /**
   * Asks the service for the current version first; while it cannot be reached, a pinned copy is the last known one.
   */
  async #openThere(wanted: ViewRequest, signal?: StopSignal): Promise<OpenedContent> {
    const { thing, version } = wanted;
    const kept = thing.where === 'service' ? await this.#kept.open(thing.id) : null;
    if (kept === null) return this.#fetchThere(wanted, null, signal);
    if (version === kept.copy.version) return this.#openKept(kept);
    try {
      return await this.#fetchThere(wanted, kept, signal);
    } catch (error) {
      if (version === null && isUnreached(error)) return this.#openKept(kept);
      throw error;
    }
  }

  #openKept({ copy, ...bytes }: PinnedContent): OpenedContent {
    const { name, sizeBytes } = bytes;
    const content = this.handedOut.give(bytes);
    return {
      is: 'open',
      name,
      sizeBytes,
      modifiedAt: plainTime(copy.updatedAt),
      version: copy.version,
      sha256: copy.sha256,
      mark: copy.version,
      content,
      address: addressOf(content),
      from: 'here',
    };
  }

  async #fetchThere(
    { thing, version, fetch, asked: as }: ViewRequest,
    kept: PinnedContent | null,
    signal: StopSignal | undefined,
  ): Promise<OpenedContent> {
    const { engine } = this.#context;
    const link = await engine.connection();
    const api = link.api(thing.where === 'mirror' ? thing.mirror.organization : null);
    const detail = await orOffline(() => detailOf(api, thing));
    const asked = version ?? detail.version;
    if (detail.kind === 'folder') throw badRequest(texts.folder);
    if (asked === null) throw badRequest(texts.noBytes);
    if (kept?.copy.version === asked) return this.#openKept(kept);
    const isHead = asked === detail.version;
    const facts = { ...factsOf(thing, detail, isHead), version: asked, mark: asked };
    const known = this.#fetched.get(asked);
    const inDetail = isHead ? detail.sizeBytes : null;
    const sizeBytes =
      inDetail ?? (known === null ? await orOffline(() => sizeOfVersion({ api }, detail.id, asked)) : null);
    const isTooLarge = sizeBytes !== null && sizeBytes > MOST_FETCHED_BYTES;
    // A file of unknown size may be large, so a person is asked first.
    const isAsked = fetch === 'yes' || (fetch === 'small' && sizeBytes !== null && sizeBytes <= SMALL_BYTES);
    if (known === null && (isTooLarge || !isAsked))
      return { is: 'not-here', ...facts, sizeBytes, mayFetch: !isTooLarge, mostBytes: MOST_FETCHED_BYTES };
    const bytes =
      known ??
      (await orOffline(() => {
        const most = { mostBytes: MOST_FETCHED_BYTES, tooLarge: texts.tooLarge(MOST_FETCHED_BYTES) };
        const wanted = { api, file: detail.id, version: asked, sizeBytes, ...most, asked: as };
        return this.#fetches.fetch(wanted, signal);
      }));
    this.#fetched.keep(asked, bytes);
    const content = this.handedOut.give({ name: facts.name, sizeBytes: bytes.byteLength, read: partsOf(bytes) });
    return {
      is: 'open',
      ...facts,
      sizeBytes: bytes.byteLength,
      content,
      address: addressOf(content),
      from: 'service',
    };
  }
}

/** Address of a content at the window's server. */
export function addressOf(content: string): string {
  return `/content/${content}`;
}

function factsOf(thing: Thing, detail: RemoteDetail, isHead: boolean) {
  const remote = thing.where === 'mirror' ? thing.item.remote : null;
  return {
    name: thing.where === 'mirror' ? nameOf(thing.item) : detail.name,
    modifiedAt: isHead ? plainTime(remote?.updatedAt ?? null) : null,
    sha256: isHead && remote?.version === detail.version ? remote.sha256 : null,
  };
}

/** The file's present state; null: there is none. */
async function firstLook(open: () => Promise<{ entry: Entry; close(): Promise<void> }>): Promise<Entry | null> {
  try {
    const file = await open();
    await file.close();
    return file.entry;
  } catch (error) {
    if (isFault(error, 'stale')) return null;
    throw error;
  }
}

/** Hands out bytes in memory. */
export function partsOf(bytes: Uint8Array): Content['read'] {
  return async function* (from, to) {
    for (let at = from; at < to; at += MIB) {
      const part = bytes.subarray(at, Math.min(to, at + MIB));
      if (part.byteLength > 0) yield part;
    }
  };
}

class UnreachedError extends FaultError {}

/**
 * Whether the service did not answer, which says nothing of the file, or the file is gone, so that the copy is the
 * last.
 */
function isUnreached(error: unknown): boolean {
  return error instanceof UnreachedError || isFault(error, 'busy', 'failing', 'signed-out', 'gone', 'not-allowed');
}

async function orOffline<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFault(error, 'offline')) throw new UnreachedError({ kind: 'bad-request', detail: texts.offline });
    throw error;
  }
}
