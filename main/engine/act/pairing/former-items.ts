import type { ItemId, Sha256 } from '../../../../shared/ids.ts';
import { MINUTE } from '../../../../shared/units.ts';
import type { Item } from '../../../core/item.ts';
import { isMissing, movedCopies, type Newcomer } from '../../../core/scan/moved-copies.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Mirror } from '../../../journal/records/mirrors.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { isFault, itemOf } from '../../context/mirror-context.ts';
import { stuckItems } from '../../context/retry.ts';

/** The item of another mirror that a new item was before it came here. */
export interface FormerItem {
  /** The key of the new item. */
  readonly key: string;
  readonly item: ItemId;
  readonly from: Mirror;
  /** Whether a scan of the other mirror found it missing, or the same file is found here. */
  readonly isSure: boolean;
}

export type Keyed = Pick<FormerItem, 'key' | 'item'>;

/**
 * What new items were in other mirrors, by their keys, and those for which the other mirror has to be scanned first.
 */
export interface FormerItems {
  readonly byKey: ReadonlyMap<string, FormerItem>;
  readonly unsettled: ReadonlySet<ItemId>;
}

/**
 * What each new item was in another mirror: the same file by its key, or else a file with the same content that is
 * missing there.
 */
export async function formerItems(
  context: MirrorContext,
  others: readonly Mirror[],
  fresh: readonly Newcomer[],
): Promise<FormerItems> {
  const keys = fresh.map(({ local }) => local.key);
  const known = others.flatMap(from => itemsWithKeys(context, from, keys));
  const byKey = new Map(known.map(each => [each.key, each]));
  const copies = fresh.filter(({ local }) => !byKey.has(local.key));
  // An item with a recorded problem is not sent now, so other mirrors are not searched for it in each round.
  const stuck = stuckItems(context);
  const sendable = copies.filter(({ id }) => !stuck.has(id));
  const [missed, vanished] = [missedIn(context, others), await vanishedFrom(context, others, sendable)];
  const pairs = movedCopies(copies, missed.map(({ item }) => item).filter(isMissing));
  const unsettled = new Set<ItemId>();
  for (const { id, local } of copies) {
    const was = pairs.get(id);
    const lost = missed.find(({ item }) => item.id === was);
    const gone = vanished.find(({ item }) => item.local?.sha256 === local.sha256);
    if (lost !== undefined) byKey.set(local.key, { key: local.key, item: lost.item.id, from: lost.from, isSure: true });
    else if (gone?.isLookedAt === true && waitsForScan(context, id, gone.item)) unsettled.add(id);
    else if (gone !== undefined)
      byKey.set(local.key, { key: local.key, item: gone.item.id, from: gone.from, isSure: false });
  }
  return { byKey, unsettled };
}

interface MissingElsewhere {
  readonly item: Item;
  readonly from: Mirror;
}

interface Vanished extends MissingElsewhere {
  /** Whether a scan of the other mirror will tell; not while its folder is unavailable. */
  readonly isLookedAt: boolean;
}

/** What scans of the other mirrors found missing. */
function missedIn(context: MirrorContext, others: readonly Mirror[]): readonly MissingElsewhere[] {
  return others.flatMap(from => {
    const missed = [...context.journal.missing.of(from.id, 'local').keys()];
    return missed.flatMap(id => itemOf(context, id) ?? []).map(item => ({ item, from }));
  });
}

/**
 * Files of other mirrors with the content of new ones, which no scan has found missing yet although nothing is at their
 * path now. Where the disk does not tell, they may have been moved here: their readers are checked, and nothing else
 * waits for that mirror.
 */
async function vanishedFrom(
  context: MirrorContext,
  others: readonly Mirror[],
  copies: readonly Newcomer[],
): Promise<readonly Vanished[]> {
  const hashes = new Set<Sha256>();
  for (const { local } of copies) if (local.sha256 !== null && local.sizeBytes > 0) hashes.add(local.sha256);
  if (hashes.size === 0) return [];
  const vanished: Vanished[] = [];
  for (const from of others)
    for (const item of context.journal.items.withBytes(from.id, hashes)) {
      if (item.remote === null || item.localPresence !== 'present') continue;
      const found = await entryInOtherMirror(context, from, item.id);
      if (found === null || found.key === null) vanished.push({ item, from, isLookedAt: found !== null });
    }
  return vanished;
}

/** What is at a path now. */
interface EntryAtPath {
  /** Null when the path is free. */
  readonly key: string | null;
}

/** What is at the path of an item of another mirror; null while its folder is unavailable. */
export async function entryInOtherMirror(
  { journal, world }: MirrorContext,
  { root }: Mirror,
  item: ItemId,
): Promise<EntryAtPath | null> {
  try {
    return { key: (await world.disk.entry(root, journal.pathOf(item)))?.key ?? null };
  } catch (error) {
    if (isFault(error, 'root-lost')) return null;
    throw error;
  }
}

/**
 * How long the scan of the other mirror is waited for, in milliseconds. The mirror may be paused, or its disk absent.
 */
const LONGEST_WAIT_MS = MINUTE;

/** Since when each new item waits for a scan of another mirror, on the monotonic clock. */
const WAITING = new WeakMap<Journal, Map<ItemId, number>>();

/** Requests a scan of the folder in the other mirror that the item vanished from. */
function waitsForScan({ journal, world }: MirrorContext, arrived: ItemId, { local }: Item): boolean {
  const waiting = WAITING.get(journal) ?? new Map<ItemId, number>();
  WAITING.set(journal, waiting);
  const now = world.clock.elapsed();
  const since = waiting.get(arrived) ?? now;
  waiting.set(arrived, since);
  if (now - since >= LONGEST_WAIT_MS) return false;
  if (local !== null) journal.items.setDigest(local.parent, null);
  return true;
}

/** The items of a mirror that have one of these keys, or had it when they were last seen. */
function itemsWithKeys({ journal }: MirrorContext, from: Mirror, keys: readonly string[]): readonly FormerItem[] {
  const seen = keysOf(journal.items.index(from.id, from.rootItem).byKeys(keys));
  return [...seen, ...keysOfMissed(journal, from)].map(each => ({ ...each, from, isSure: true }));
}

/** The keys of local files. */
export function keysOf(items: readonly Item[]): readonly Keyed[] {
  return items.flatMap(({ id, local }) => (local === null ? [] : [{ key: local.key, item: id }]));
}

/** The keys that missing items of a mirror had when they were last seen. */
export function keysOfMissed({ missing }: Journal, { id }: Mirror): readonly Keyed[] {
  return [...missing.of(id, 'local').values()].flatMap(({ item, key }) => (key === null ? [] : [{ key, item }]));
}
