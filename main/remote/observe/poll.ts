import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { FaultError } from '../../../shared/fault.ts';
import { HOUR, SECOND } from '../../../shared/units.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import { Paths } from '../../core/policy/ignored-items.ts';
import type { Item } from '../../core/item.ts';
import { chooseLook } from '../../core/policy/poll-schedule.ts';
import { crawl, joined, listFolders } from './crawl.ts';
import type { Ahead, Crawl, FolderListing, HiddenThere } from './crawl.ts';
import { isFault, serviceFolder } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { followHint } from './recent-files.ts';
import { isLeftInPeace, whereNow } from './judge-absence.ts';
import { knownInTree, wholeBefore } from './remote-index-before.ts';
import type { KnownBefore } from './remote-index-before.ts';
import { KnownThere } from './remote-index.ts';
import type { LookBudget } from '../../engine/context/request-budget.ts';

/** How a pass looks at the service: not at all, as far as it is time for it, or at everything. */
export type RemoteLook = 'none' | 'due' | 'everything';

/** A look at the service. */
export interface Looking {
  readonly how: RemoteLook;
  readonly budget: LookBudget;
  /** Whether the service has to answer something even when it is time for nothing: its answer ends a stop. */
  readonly mustAnswer: boolean;
  readonly ignoring: Ignoring;
  readonly onFolder: (seen: number) => void;
}

/** What a look showed. Of folders outside of it nothing is known, least of all that something is gone. */
export interface Seen extends Crawl {
  readonly isEverything: boolean;
  /** What was known before of all that it says something about. */
  readonly known: KnownBefore;
  /** Whether it showed all that rules hide in the folder at a path. */
  readonly showsHiddenIn: (folder: string) => boolean;
}

/** Files that are looked for by id when a look at some folders misses them. */
const CHASED_AT_ONCE = 16;
const MOST_CHASES = 3;

/**
 * Looks at what it is time for; null when that is nothing.
 * @throws FaultError `gone`, `not-allowed` or `scope` when the mirror's own folder cannot be seen any more.
 */
export async function lookThere(context: MirrorContext, looking: Looking): Promise<Seen | null> {
  if (looking.how === 'everything' || isLongAgo(context)) context.journal.listings.wantAll(context.mirror.id);
  const some = await lookAround(context, looking);
  if (some !== 'everything') return some;
  const { ignoring, onFolder } = looking;
  const isUnsure = unsureFolders(context);
  const seen = await crawl(context.api, { root: context.mirror.remoteId, path: '', ignoring, isUnsure, onFolder });
  const rootTrouble = seen.closed.get(context.mirror.remoteId);
  if (rootTrouble !== undefined) throw rootTrouble;
  // Nobody else records while a pass looks.
  return { ...seen, isEverything: true, known: wholeBefore(context), showsHiddenIn: () => seen.closed.size === 0 };
}

/** After so long without a look only one at everything tells what happened meanwhile; or after as many polls. */
const LONG_AGO = { ms: HOUR, polls: 3 };

function isLongAgo({ journal, mirror, settings, world }: MirrorContext): boolean {
  const at = journal.listings.lookedAt(mirror.id);
  const longMs = Math.max(LONG_AGO.ms, LONG_AGO.polls * settings.pollSeconds * SECOND);
  return at === null || Math.abs(world.clock.now() - at) > longMs;
}

/**
 * What is here and was never agreed on counts as new where a folder of the service is first shown without it, and is sent:
 * nobody would find out that it was a stray answer. Where nothing is, nothing can be taken for new.
 */
function unsureFolders({ journal, mirror }: MirrorContext): (folder: ServiceId) => boolean {
  if (!journal.items.hasWork(mirror.id, mirror.rootItem)) return () => false;
  return folder => {
    const item = folder === mirror.remoteId ? mirror.rootItem : journal.items.byRemoteId(mirror.id, folder)?.id;
    return item === undefined || journal.listings.listedAt(item) === null;
  };
}

/**
 * A look at some folders (C.4). Files come, change and go in it; where a folder came, went or moved, only a look at
 * everything tells what became of what is below it.
 */
async function lookAround(
  context: MirrorContext,
  { budget, ignoring, mustAnswer }: Looking,
): Promise<Seen | null | 'everything'> {
  const { journal, mirror, world } = context;
  const isNew = journal.listings.listedAt(mirror.rootItem) === null;
  if (isNew || journal.listings.wantsAll(mirror.id)) return 'everything';
  await followHint(context, budget);
  if (!wantMissed(context)) return 'everything';
  const look = chooseLook(journal.listings.of(mirror.id), {
    now: world.clock.now(),
    requests: budget.left(),
    atLeast: budget.worth(),
  });
  budget.spend(look.cost);
  if (look.kind === 'everything') return 'everything';
  if (look.folders.length === 0 && !mustAnswer) return null;
  if (!look.folders.includes(mirror.rootItem)) {
    // The mirror's own folder must answer: without it every other answer may be of another world (R6).
    await context.api.folder(mirror.remoteId);
    // What is hot or wanted costs what it must; the rest must not wait for that.
    if (look.cost > 0) budget.spend(1);
  }
  if (look.folders.length === 0) return null;
  const around = new Around(context, ignoring);
  const isEnough = (await around.list(look.folders)) && (await around.chase());
  return isEnough ? around.seen() : 'everything';
}

/**
 * Wants the folders that must show a second time that something is gone. False: a folder is missed, and the service was not
 * asked about it yet.
 */
function wantMissed({ journal, mirror, world }: MirrorContext): boolean {
  const missed = journal.missing.of(mirror.id, 'remote');
  for (const [id, record] of missed) {
    const item = journal.items.get(id);
    // What is below something missed is judged with it.
    if (!item?.remote || missed.has(item.remote.parent) || isLeftInPeace(record, world.clock.now())) continue;
    if (item.kind === 'folder' && record.asked.times === 0) return false;
    journal.listings.want(mirror.id, item.remote.parent);
  }
  return true;
}

/** What is seen of some folders, and whether that is enough to be recorded by itself. */
class Around {
  readonly #context: MirrorContext;
  readonly #ignoring: Ignoring;
  readonly #isUnsure: (folder: ServiceId) => boolean;
  readonly #known: KnownThere;
  readonly #paths: Paths;
  readonly #listings: FolderListing[] = [];
  readonly #closed = new Map<ServiceId, FaultError>();
  readonly #hidden: HiddenThere[] = [];
  readonly #listed = new Set<ItemId>();

  constructor(context: MirrorContext, ignoring: Ignoring) {
    this.#context = context;
    this.#ignoring = ignoring;
    this.#isUnsure = unsureFolders(context);
    this.#known = new KnownThere(context);
    this.#paths = new Paths({ root: context.mirror.rootItem, items: this.#known }, 'there');
  }

  seen(): Seen {
    const paths = new Set([...this.#listed].map(folder => this.#paths.of(folder)));
    return {
      listings: this.#listings,
      closed: this.#closed,
      hidden: this.#hidden,
      isEverything: false,
      known: knownInTree(this.#known.partFor({ listings: this.#listings, closed: this.#closed })),
      showsHiddenIn: folder => paths.has(folder) && this.#closed.size === 0,
    };
  }

  /** Lists folders, and new ones inside them to the bottom. False: a folder is not where it was. */
  async list(folders: readonly ItemId[]): Promise<boolean> {
    const ahead = folders.flatMap(folder => {
      const [id, path] = [serviceFolder(this.#context, folder), this.#paths.of(folder)];
      return id === null || path === null ? [] : [{ id, path }];
    });
    // What we cannot see at all is for the look at everything.
    if (ahead.length < folders.length) return false;
    const found = await listFolders(this.#context.api, ahead, { ignoring: this.#ignoring, isUnsure: this.#isUnsure });
    const rootTrouble = found.closed.get(this.#context.mirror.remoteId);
    if (rootTrouble !== undefined) throw rootTrouble;
    if ([...found.closed].some(([id, fault]) => isFault(fault, 'gone') && !this.#isRefused(id))) return false;
    for (const folder of folders) this.#listed.add(folder);
    this.#add(found);
    return this.#isInPlace(found) && (await this.#listNew(found, ahead));
  }

  /** Whether a look at everything showed already that the folder is there all the same. */
  #isRefused(id: ServiceId): boolean {
    const folder = this.#known.folder(id);
    return folder !== null && this.#context.journal.listings.isRefused(folder);
  }

  /** Looks for files that are missed, each by its id, and lists the folders they went to. */
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

  async #listNew(found: Crawl, ahead: readonly Ahead[]): Promise<boolean> {
    const isNew = ({ id }: { id: ServiceId }): boolean => this.#known.of(id) === null;
    for (const listing of found.listings) {
      const path = ahead.find(({ id }) => id === listing.folder)?.path ?? '';
      for (const { id, name } of listing.folders.filter(isNew)) {
        const walk = { root: id, path: joined(path, name), ignoring: this.#ignoring, isUnsure: this.#isUnsure };
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

  /** Whether all folders that we know in these are in them and nowhere else. */
  #isInPlace({ listings, hidden }: Crawl): boolean {
    const shown = new Set<ServiceId>(hidden.map(({ id }) => id));
    const parents = new Set<ItemId>();
    for (const { folder, folders } of listings) {
      const parent = this.#known.folder(folder);
      if (parent === null) return false;
      parents.add(parent);
      for (const { id } of folders) {
        const before = this.#known.of(id);
        // One that was missed has more in it than a list of where it is tells.
        if (before !== null && (before.remote?.parent !== parent || before.remoteSight !== 'present')) return false;
        shown.add(id);
      }
    }
    const isShown = ({ kind, remote, remoteSight }: Item): boolean =>
      kind !== 'folder' || remote === null || remoteSight !== 'present' || shown.has(remote.id);
    return [...parents].every(parent => this.#known.inside(parent).every(isShown));
  }

  #missed(): readonly Item[] {
    const found = new Set(this.#listings.flatMap(({ files }) => files.map(({ id }) => id)));
    for (const { id } of this.#hidden) found.add(id);
    const closed = new Set([...this.#closed.keys()].map(folder => this.#known.folder(folder)));
    return [...this.#listed]
      .filter(folder => !closed.has(folder))
      .flatMap(folder => this.#known.inside(folder))
      .filter(({ kind, remote, remoteSight }) => {
        return kind === 'file' && remote !== null && remoteSight === 'present' && !found.has(remote.id);
      })
      .toSorted((one, other) => one.id - other.id)
      .slice(0, CHASED_AT_ONCE);
  }

  async #folderOf({ kind, remote }: Item): Promise<ItemId | null> {
    if (remote === null) return null;
    try {
      const { parent, isGone } = await whereNow(this.#context, kind, remote.id);
      return parent === null || isGone ? null : this.#known.folder(parent);
    } catch (error) {
      if (!isFault(error, 'gone', 'refused', 'not-allowed', 'scope', 'failing')) throw error;
      return null;
    }
  }
}
