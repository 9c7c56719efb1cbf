import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { FaultError } from '../../../shared/fault.ts';
import { HOUR, SECOND } from '../../../shared/units.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import { Paths } from '../../core/policy/ignored-items.ts';
import type { Item } from '../../core/item.ts';
import { choosePoll } from '../../core/policy/poll-schedule.ts';
import { crawl, joinPath, listFolders } from './crawl.ts';
import type { FolderToList, Crawl, FolderListing, HiddenRemote } from './crawl.ts';
import { isFault, serviceFolder } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { pollRecentFiles } from './recent-files.ts';
import { isCheckPostponed, currentLocation } from './judge-absence.ts';
import { remoteIndexOf, wholeIndexBefore } from './remote-index-before.ts';
import type { RemoteIndexBefore } from './remote-index-before.ts';
import { RemoteIndex } from './remote-index.ts';
import type { RequestBudget } from '../../engine/limits/request-budget.ts';

/** How much of the service a pass polls: nothing, the folders that are due, or everything. */
export type PollExtent = 'none' | 'due' | 'everything';

/** A poll of the service. */
export interface PollRequest {
  readonly how: PollExtent;
  readonly budget: RequestBudget;
  /** Whether the service has to answer something even when no folder is due: its answer ends a stop. */
  readonly mustAnswer: boolean;
  readonly ignoring: Ignoring;
  readonly onFolder: (seen: number) => void;
}

/** The result of a poll. It says nothing about folders outside of it, least of all that an item is gone. */
export interface PollResult extends Crawl {
  readonly isEverything: boolean;
  /** The records from before the poll, of all items that it says something about. */
  readonly known: RemoteIndexBefore;
  /** Whether it showed everything that rules hide in the folder at a path. */
  readonly showsHiddenIn: (folder: string) => boolean;
}

/** Missing files that a poll of some folders searches by id. */
const CHASED_AT_ONCE = 16;
const MOST_CHASES = 3;

/**
 * Polls the folders that are due; null when none is.
 * @throws FaultError `gone`, `not-allowed` or `scope` when the mirror's root folder is no longer accessible.
 */
export async function pollRemote(context: MirrorContext, request: PollRequest): Promise<PollResult | null> {
  if (request.how === 'everything' || isLongAgo(context)) context.journal.listings.requestFullPoll(context.mirror.id);
  const some = await pollFolders(context, request);
  if (some !== 'everything') return some;
  const { ignoring, onFolder } = request;
  const isUnsure = unsureFolders(context);
  const seen = await crawl(context.api, { root: context.mirror.remoteId, path: '', ignoring, isUnsure, onFolder });
  const rootTrouble = seen.closed.get(context.mirror.remoteId);
  if (rootTrouble !== undefined) throw rootTrouble;
  // No other code records while a pass polls.
  return { ...seen, isEverything: true, known: wholeIndexBefore(context), showsHiddenIn: () => seen.closed.size === 0 };
}

/** After this long without a poll, or after as many intervals, only a poll of everything shows what happened. */
const LONG_AGO = { ms: HOUR, polls: 3 };

function isLongAgo({ journal, mirror, settings, world }: MirrorContext): boolean {
  const at = journal.listings.lastPolledAt(mirror.id);
  const longMs = Math.max(LONG_AGO.ms, LONG_AGO.polls * settings.pollSeconds * SECOND);
  return at === null || Math.abs(world.clock.now() - at) > longMs;
}

/**
 * A local item without a base counts as new, and is sent, where the first listing of a remote folder does not show it:
 * no later poll would reveal that this listing was a stray answer. Without local work, nothing can be taken for new.
 */
function unsureFolders({ journal, mirror }: MirrorContext): (folder: ServiceId) => boolean {
  if (!journal.items.hasWork(mirror.id, mirror.rootItem)) return () => false;
  return folder => {
    const item = folder === mirror.remoteId ? mirror.rootItem : journal.items.byRemoteId(mirror.id, folder)?.id;
    return item === undefined || journal.listings.listedAt(item) === null;
  };
}

/**
 * A poll of some folders. It shows files that appear, change and disappear in them; where a folder appeared,
 * disappeared or moved, only a poll of everything shows what became of its descendants.
 */
async function pollFolders(
  context: MirrorContext,
  { budget, ignoring, mustAnswer }: PollRequest,
): Promise<PollResult | null | 'everything'> {
  const { journal, mirror, world } = context;
  const isNew = journal.listings.listedAt(mirror.rootItem) === null;
  if (isNew || journal.listings.isFullPollRequested(mirror.id)) return 'everything';
  await pollRecentFiles(context, budget);
  if (!wantMissed(context)) return 'everything';
  const look = choosePoll(journal.listings.statesOf(mirror.id), {
    now: world.clock.now(),
    requests: budget.available(),
    atLeast: budget.minUsefulBalance(),
  });
  budget.spend(look.cost);
  if (look.kind === 'everything') return 'everything';
  if (look.folders.length === 0 && !mustAnswer) return null;
  if (!look.folders.includes(mirror.rootItem)) {
    // The mirror's root folder must answer: otherwise every other answer may be from another organization (R6).
    await context.api.folder(mirror.remoteId);
    // Requested folders cost what they must; the others must not wait for this request.
    if (look.cost > 0) budget.spend(1);
  }
  if (look.folders.length === 0) return null;
  const poll = new FolderPoll(context, ignoring);
  const isEnough = (await poll.list(look.folders)) && (await poll.chase());
  return isEnough ? poll.result() : 'everything';
}

/**
 * Requests the folders that must confirm an absence. False: a folder is missing, and the service was not asked about it
 * yet.
 */
function wantMissed({ journal, mirror, world }: MirrorContext): boolean {
  const missed = journal.missing.of(mirror.id, 'remote');
  for (const [id, record] of missed) {
    const item = journal.items.get(id);
    // Descendants of a missing item are judged with it.
    if (!item?.remote || missed.has(item.remote.parent) || isCheckPostponed(record, world.clock.now())) continue;
    if (item.kind === 'folder' && record.asked.times === 0) return false;
    journal.listings.requestListing(mirror.id, item.remote.parent);
  }
  return true;
}

/** Polls some folders, and decides whether that suffices to be recorded by itself. */
class FolderPoll {
  readonly #context: MirrorContext;
  readonly #ignoring: Ignoring;
  readonly #isUnsure: (folder: ServiceId) => boolean;
  readonly #known: RemoteIndex;
  readonly #paths: Paths;
  readonly #listings: FolderListing[] = [];
  readonly #closed = new Map<ServiceId, FaultError>();
  readonly #hidden: HiddenRemote[] = [];
  readonly #listed = new Set<ItemId>();

  constructor(context: MirrorContext, ignoring: Ignoring) {
    this.#context = context;
    this.#ignoring = ignoring;
    this.#isUnsure = unsureFolders(context);
    this.#known = new RemoteIndex(context);
    this.#paths = new Paths({ root: context.mirror.rootItem, items: this.#known }, 'there');
  }

  result(): PollResult {
    const paths = new Set([...this.#listed].map(folder => this.#paths.of(folder)));
    return {
      listings: this.#listings,
      closed: this.#closed,
      hidden: this.#hidden,
      isEverything: false,
      known: remoteIndexOf(this.#known.partFor({ listings: this.#listings, closed: this.#closed })),
      showsHiddenIn: folder => paths.has(folder) && this.#closed.size === 0,
    };
  }

  /** Lists folders, and new ones inside them recursively. False: a folder is not where it was. */
  async list(folders: readonly ItemId[]): Promise<boolean> {
    const ahead = folders.flatMap(folder => {
      const [id, path] = [serviceFolder(this.#context, folder), this.#paths.of(folder)];
      return id === null || path === null ? [] : [{ id, path }];
    });
    // A folder without a known id or path is only found by a full crawl.
    if (ahead.length < folders.length) return false;
    const found = await listFolders(this.#context.api, ahead, { ignoring: this.#ignoring, isUnsure: this.#isUnsure });
    const rootTrouble = found.closed.get(this.#context.mirror.remoteId);
    if (rootTrouble !== undefined) throw rootTrouble;
    if ([...found.closed].some(([id, fault]) => isFault(fault, 'gone') && !this.#isRefused(id))) return false;
    for (const folder of folders) this.#listed.add(folder);
    this.#add(found);
    return this.#isInPlace(found) && (await this.#listNew(found, ahead));
  }

  /** Whether a poll of everything showed already that the folder exists although it is refused. */
  #isRefused(id: ServiceId): boolean {
    const folder = this.#known.folder(id);
    return folder !== null && this.#context.journal.listings.isRefused(folder);
  }

  /** Searches missing files by id, and lists the folders they moved to. */
  async chase(): Promise<boolean> {
    for (let chase = 0; chase < MOST_CHASES; chase++) {
      const to = new Set<ItemId>();
      await Promise.all(
        this.#missed().map(async item => {
          const folder = await this.#folderOf(item);
          if (folder !== null && !this.#listed.has(folder)) to.add(folder);
        }),
      );
      if (to.size === 0) return true;
      if (!(await this.list([...to]))) return false;
    }
    return true;
  }

  async #listNew(found: Crawl, ahead: readonly FolderToList[]): Promise<boolean> {
    const isNew = ({ id }: { id: ServiceId }): boolean => this.#known.byRemoteId(id) === null;
    for (const listing of found.listings) {
      const path = ahead.find(({ id }) => id === listing.folder)?.path ?? '';
      for (const { id, name } of listing.folders.filter(isNew)) {
        const walk = { root: id, path: joinPath(path, name), ignoring: this.#ignoring, isUnsure: this.#isUnsure };
        const below = await crawl(this.#context.api, { ...walk, onFolder: () => undefined });
        this.#add(below);
        if (!below.listings.flatMap(({ folders }) => folders).every(isNew)) return false;
      }
    }
    return true;
  }

  #add({ listings, closed, hidden }: Crawl): void {
    for (const each of listings) this.#listings.push(each);
    for (const each of hidden) this.#hidden.push(each);
    for (const [folder, fault] of closed) this.#closed.set(folder, fault);
  }

  /** Whether all known subfolders of the listed folders are in them and nowhere else. */
  #isInPlace({ listings, hidden }: Crawl): boolean {
    const shown = new Set<ServiceId>(hidden.map(({ id }) => id));
    const parents = new Set<ItemId>();
    for (const { folder, folders } of listings) {
      const parent = this.#known.folder(folder);
      if (parent === null) return false;
      parents.add(parent);
      for (const { id } of folders) {
        const before = this.#known.byRemoteId(id);
        // A folder that was missing has descendants that a listing of its parent does not show.
        if (before !== null && (before.remote?.parent !== parent || before.remotePresence !== 'present')) return false;
        shown.add(id);
      }
    }
    const isShown = ({ kind, remote, remotePresence }: Item): boolean =>
      kind !== 'folder' || remote === null || remotePresence !== 'present' || shown.has(remote.id);
    return [...parents].every(parent => this.#known.childrenOf(parent).every(isShown));
  }

  #missed(): readonly Item[] {
    const found = new Set(this.#listings.flatMap(({ files }) => files.map(({ id }) => id)));
    for (const { id } of this.#hidden) found.add(id);
    const closed = new Set([...this.#closed.keys()].map(folder => this.#known.folder(folder)));
    return [...this.#listed]
      .filter(folder => !closed.has(folder))
      .flatMap(folder => this.#known.childrenOf(folder))
      .filter(({ kind, remote, remotePresence }) => {
        return kind === 'file' && remote !== null && remotePresence === 'present' && !found.has(remote.id);
      })
      .toSorted((one, other) => one.id - other.id)
      .slice(0, CHASED_AT_ONCE);
  }

  async #folderOf({ kind, remote }: Item): Promise<ItemId | null> {
    if (remote === null) return null;
    try {
      const { parent, isGone } = await currentLocation(this.#context, kind, remote.id);
      return parent === null || isGone ? null : this.#known.folder(parent);
    } catch (error) {
      if (!isFault(error, 'gone', 'refused', 'not-allowed', 'scope', 'failing')) throw error;
      return null;
    }
  }
}
