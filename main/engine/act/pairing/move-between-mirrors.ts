import { requirePresent } from '../../../../shared/assert.ts';
import { FaultError, POLICY, type Question } from '../../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../../shared/ids.ts';
import type { MoveTarget } from '../../../core/policy/audience.ts';
import { type Item, isInsideLocally, type LocalFacts, type RemoteFacts, type Tree } from '../../../core/item.ts';
import { toRemoteName } from '../../../core/names/local-names.ts';
import { subjectOf } from '../../../journal/records/problems.ts';
import type { Mirror } from '../../../journal/records/mirrors.ts';
import { forgetConsent, type Move, recordAccessLoss, weighMove } from '../../../remote/act/audience.ts';
import { isFault, itemOf, serviceFolder, addHistory } from '../../context/mirror-context.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { quarantine } from '../../context/quarantine.ts';
import { isCurrent, recordProblem } from '../../context/retry.ts';
import { isNew, noteOrigin, type Origin, originOf } from './arrived-items.ts';
import { entryInOtherMirror, type FormerItem, formerItems, type Keyed, keysOf, keysOfMissed } from './former-items.ts';
import { remoteDescendants } from '../../../remote/act/removals.ts';
import { moveFileToFolder, moveFolderToFolder } from '../../../remote/act/move-to-folder.ts';

/** What came of searching for items that were moved here from another mirror. */
export interface AdoptionResult {
  /** Items moved at the service. */
  readonly done: number;
  /** Items that come from another mirror, but whose folder is not at the service yet: they must not be sent as new. */
  readonly waiting: ReadonlySet<ItemId>;
  /** Another mirror has to be scanned first. */
  readonly mustRepeat: boolean;
}

/** A new item of this mirror, and what it was in the other one. */
interface Arrival {
  readonly item: Item & { readonly local: LocalFacts };
  readonly was: Item & { readonly remote: RemoteFacts; readonly base: NonNullable<Item['base']> };
  readonly from: Mirror;
  /** See `Former`. */
  readonly isSure: boolean;
}

type Settled = 'done' | 'later' | 'as new' | Question;

const NOTHING: AdoptionResult = { done: 0, waiting: new Set(), mustRepeat: false };

/**
 * Moves at the service what was moved from one mirror into another on this computer (P25): one call, which keeps id,
 * versions and shares. After a crash between the call and its record, the next poll finds the item at its new path.
 */
export async function adoptArrivals(context: MirrorContext, tree: Tree): Promise<AdoptionResult> {
  const { mirror, journal } = context;
  const others = mirror.mode === 'two-way' ? journal.mirrors.all().filter(({ id }) => id !== mirror.id) : [];
  if (others.length === 0) return NOTHING;
  const fresh = [...tree.items.values()]
    .filter(({ id, localOnlyContent }) => id !== tree.root && localOnlyContent === null)
    .filter(isNew)
    .filter(({ id }) => !isAsked(context, id));
  if (fresh.length === 0) return NOTHING;
  let done = 0;
  const waiting = new Set<ItemId>();
  const { byKey, unsettled } = await formerItems(context, others, fresh);
  for (const id of unsettled) waiting.add(id);
  for (const { id } of fresh) {
    const item = itemOf(context, id);
    if (!isNew(item)) continue;
    const outcome = await settleArrival(context, item, byKey).catch((error: unknown) => {
      // It may have been moved at the service already: sent as new, it would be there twice.
      quarantine(context, id, error);
      return 'later' as const;
    });
    if (outcome === 'done') done += 1;
    else if (outcome !== 'as new') waiting.add(id);
  }
  return { done, waiting, mustRepeat: unsettled.size > 0 };
}

/** Moves one new item at the service, lets it be sent as new, or lets it wait. */
async function settleArrival(
  context: MirrorContext,
  item: Arrival['item'],
  former: ReadonlyMap<string, FormerItem>,
): Promise<Settled> {
  const arrival = await arrivalOf(context, item, former);
  const outcome = arrival === null ? await withoutOrigin(context, item) : await adopt(context, arrival, former);
  const isSettled = outcome === 'done' || outcome === 'as new';
  if (arrival !== null) noteOrigin(context.journal, item.id, isSettled ? null : originIn(context, arrival));
  if (typeof outcome === 'object') recordProblem(context, item, { fault: outcome, isMove: true });
  return outcome;
}

/**
 * A new item with what it was in another mirror; null when it was nothing there, or is still there: a link or a mount
 * may show one file at two paths.
 */
async function arrivalOf(
  context: MirrorContext,
  item: Arrival['item'],
  byKey: ReadonlyMap<string, FormerItem>,
): Promise<Arrival | null> {
  const former = byKey.get(item.local.key);
  const was = former === undefined ? null : itemOf(context, former.item);
  if (former === undefined || was === null || was.kind !== item.kind || !isAgreed(was)) return null;
  const found = was.local === null ? { key: null } : await entryInOtherMirror(context, former.from, was.id);
  if (found?.key === item.local.key) return null;
  // Where the disk does not tell whether it is still there, nothing is moved at the service, but its readers are
  // checked.
  return { ...former, item, was, isSure: former.isSure && found !== null };
}

/** The other mirror no longer has the former item (a colleague moved it, say): its readers are checked all the same. */
async function withoutOrigin(context: MirrorContext, item: Arrival['item']): Promise<'as new' | 'later' | Question> {
  const was = originOf(context.journal, item.id);
  if (was === null) return 'as new';
  const to = serviceFolder(context, item.local.parent);
  if (to === null) return 'later';
  const target = await weighMove(context, { move: { id: was.id, kind: item.kind, from: was.folder, to }, item });
  if ('kind' in target) return target;
  noteOrigin(context.journal, item.id, null);
  return 'as new';
}

function originIn(context: MirrorContext, { was, from }: Arrival): Origin {
  return { item: was.id, id: was.remote.id, folder: nameWithoutDetour(context, was, from) };
}

/** The folder of the service that holds an item of another mirror; null when that is not known. */
function nameWithoutDetour(context: MirrorContext, { remote }: Arrival['was'], from: Mirror): ServiceId | null {
  return remote.parent === from.rootItem ? from.remoteId : (itemOf(context, remote.parent)?.remote?.id ?? null);
}

/** Whether one call to the service can move items of the other mirror into this one. */
function isNear({ mirror }: MirrorContext, { organization, mode, halted }: Mirror): boolean {
  return organization === mirror.organization && mode === 'two-way' && halted === null;
}

/** Whether a person still has to answer whether a new item may move here. */
function isAsked({ journal, mirror }: MirrorContext, item: ItemId): boolean {
  const problem = journal.problems.get(mirror.id, subjectOf(item));
  return problem?.fault.kind === 'wider-audience' && isCurrent(problem, journal.items);
}

function isAgreed(item: Item): item is Arrival['was'] {
  return item.base !== null && item.remote !== null && item.remotePresence === 'present';
}

async function adopt(context: MirrorContext, arrival: Arrival, former: ReadonlyMap<string, Keyed>): Promise<Settled> {
  const { item, was, from, isSure } = arrival;
  const { journal } = context;
  const parent = serviceFolder(context, item.local.parent);
  const tree = journal.items.tree(from.id, from.rootItem);
  const below = remoteDescendants(tree, was.id);
  // Items that are still in the old mirror must not move along. Items inside that were moved have origins of their own.
  const isWhole = below.every(each => each.local === null || isInsideLocally(tree, each, was.id));
  if (was.kind === 'folder' && !isWhole) return 'as new';
  // An open intent is settled first.
  if (parent === null || journal.intents.isOpen(was.id)) return 'later';
  const home = nameWithoutDetour(context, was, from);
  const move: Move = { id: was.remote.id, kind: was.kind, from: home, to: parent };
  // Needed for a move and for sending as new: the item was in the other folder, and the readers of this one will be
  // able to read it.
  const target = await weighMove(context, { move, item });
  if ('kind' in target) return target;
  const known = [...keysOf(below), ...keysOfMissed(journal, from), ...former.values()];
  if (target.isWider && was.kind === 'folder' && bringsOthers(context, arrival, below, known)) return 'later';
  if (!isSure || !isNear(context, from) || home === null || !(await isAt(context, was, home))) return 'as new';
  if (!(await isMoved(context, arrival, target))) return 'as new';
  journal.transaction(() => {
    record(context, arrival, { below, known });
    recordAccessLoss(context, item.id, target, was.remote.id);
    forgetConsent(journal, item.id);
  });
  context.progress.moved();
  return 'done';
}

/** Moves it at the service. What the service refuses to move is sent as new, as a copy would be. */
async function isMoved({ api, mirror }: MirrorContext, { item, was }: Arrival, target: MoveTarget): Promise<boolean> {
  const name = toRemoteName(item.local.name, mirror.names);
  try {
    if (was.kind === 'folder') await moveFolderToFolder(api, was.remote, name, target);
    else await moveFileToFolder(api, was.remote, name, target);
    return true;
  } catch (error) {
    // The old item is removed after its own hold and guard.
    if (error instanceof FaultError && POLICY[error.fault.kind].stops === 'item') return false;
    throw error;
  }
}

/**
 * Whether moving a folder at the service would take along items that are not in it on this computer: awaited by another
 * mirror, or removed and not confirmed yet. Permission to read the folder is no permission to read those.
 */
function bringsOthers(
  { journal, mirror }: MirrorContext,
  { item }: Arrival,
  below: readonly Item[],
  known: readonly Keyed[],
): boolean {
  const tree = journal.items.tree(mirror.id, mirror.rootItem);
  const byKey = new Map([...tree.items.values()].map(each => [each.local?.key, each]));
  const keys = new Map(known.map(({ item: id, key }) => [id, key]));
  return below.some(({ id, local, base, isDehydrated }) => {
    if (local !== null || base === null || isDehydrated) return false;
    const now = byKey.get(keys.get(id));
    return now === undefined || !isInsideLocally(tree, now, item.id);
  });
}

async function isAt(context: MirrorContext, was: Arrival['was'], home: string): Promise<boolean> {
  try {
    if (was.kind === 'folder') {
      const now = await context.api.folder(was.remote.id);
      return now.name === was.remote.name && (now.parent === null || now.parent === home);
    }
    const now = await context.api.file(was.remote.id);
    return !now.isGone && now.name === was.remote.name && (now.folderId === null || now.folderId === home);
  } catch (error) {
    if (isFault(error, 'gone', 'not-allowed')) return false;
    throw error;
  }
}

/** Turns the rows of the old mirror into rows of this one: their identity at the service, and their base. */
function record(
  context: MirrorContext,
  { item, was }: Arrival,
  { below, known }: { below: readonly Item[]; known: readonly Keyed[] },
): void {
  const { items, missing } = context.journal;
  const keys = new Map(known.map(({ item: id, key }) => [id, key]));
  const homes = new Map<ItemId, ItemId>([[was.id, item.id]]);
  const name = toRemoteName(item.local.name, context.mirror.names);
  settle(context, { id: item.id, parent: item.local.parent, remoteName: name, localName: item.local.name, was });
  for (const each of below) {
    if (each.remote === null) continue;
    const parent = requirePresent(homes.get(each.remote.parent), 'folder');
    const moved = items
      .children(parent)
      .find(({ local, kind }) => kind === each.kind && local?.key === keys.get(each.id));
    const id = moved?.id ?? items.create(context.mirror.id, each.kind);
    homes.set(each.id, id);
    const localName = moved?.local?.name ?? each.base?.localName ?? each.remote.name;
    settle(context, { id, parent, remoteName: each.remote.name, localName, was: { ...each, remote: each.remote } });
    if (moved === undefined && each.base !== null) missing.note(id, 'local', context.world.clock.now());
  }
  for (const each of below) items.remove(each.id);
  items.remove(was.id);
  addHistory(context, { item: item.id, verb: 'moved', cause: 'changed here', file: was.remote.id });
}

function settle(
  { journal: { items } }: MirrorContext,
  to: {
    id: ItemId;
    parent: ItemId;
    remoteName: string;
    localName: string;
    was: Pick<Item, 'base'> & { readonly remote: RemoteFacts };
  },
): void {
  const { id, parent, remoteName, localName, was } = to;
  // The move may have changed the time: it is left unknown, so that the next poll reads the detail.
  items.setRemote(id, 'present', { ...was.remote, parent, name: remoteName, updatedAt: null });
  if (was.base !== null)
    items.setBase(id, { parent, localName, remoteName, version: was.base.version, sha256: was.base.sha256 });
}
