import { present } from '../../../shared/assert.ts';
import { FaultError, POLICY } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Item, LocalFacts, RemoteFacts, Tree } from '../../core/item.ts';
import { toRemoteName } from '../../core/names.ts';
import type { Mirror } from '../../journal/mirrors.ts';
import { itemOf, serviceFolder, tell } from '../bench.ts';
import type { Bench } from '../bench.ts';
import { quarantine } from '../quarantine.ts';
import { mustNotWiden } from './audience.ts';
import { remoteDescendants } from './removal.ts';

/** What came of looking for things that were moved here from another mirror. */
export interface Adopted {
  /** Things moved at the service. */
  readonly done: number;
  /** Things that come from another mirror, but whose folder is not at the service yet: not to be sent as new. */
  readonly waiting: ReadonlySet<ItemId>;
}

/** A thing that is new in this mirror, and what it was in the other one. */
interface Arrival {
  readonly item: Item & { readonly local: LocalFacts };
  readonly was: Item & { readonly remote: RemoteFacts; readonly agreed: NonNullable<Item['agreed']> };
  readonly from: Mirror;
}

const NOTHING: Adopted = { done: 0, waiting: new Set() };

/**
 * Moves at the service what was moved here from one mirror into another (P25): one call, and it keeps its id, versions
 * and shares. A crash between the call and the record leaves a thing that the next look finds at its new place.
 */
export async function adoptArrivals(bench: Bench, tree: Tree): Promise<Adopted> {
  const others = bench.mirror.mode === 'two-way' ? bench.journal.mirrors.all().filter(one => isNear(bench, one)) : [];
  const isNew = (item: Item): item is Arrival['item'] =>
    item.local !== null && item.localSight === 'present' && item.agreed === null && item.remote === null;
  const fresh = [...tree.items.values()].filter(item => item.id !== tree.root && item.kept === null).filter(isNew);
  if (others.length === 0 || fresh.length === 0) return NOTHING;
  let done = 0;
  const waiting = new Set<ItemId>();
  const keys = fresh.map(({ local }) => local.key);
  const known = others.flatMap(from => whereabouts(bench, from, keys));
  const byKey = new Map(known.map(each => [each.key, each]));
  for (const { id, local, kind } of fresh) {
    const candidate = byKey.get(local.key);
    const item = candidate === undefined ? null : itemOf(bench, id);
    const was = candidate === undefined ? null : itemOf(bench, candidate.item);
    if (candidate === undefined || item === null || !isNew(item) || was === null || was.kind !== kind) continue;
    if (!isAgreed(was) || (await isStillThere(bench, candidate.from, was, local.key))) continue;
    const outcome = await adopt(bench, { item, was, from: candidate.from }).catch((error: unknown) => {
      // It may have been moved at the service already: sent as new, it would be there twice.
      quarantine(bench, id, error);
      return 'later' as const;
    });
    if (outcome === 'later') waiting.add(id);
    if (outcome === 'done') done += 1;
  }
  return { done, waiting };
}

/** Mirrors whose things may move into this one by a call of the same account in the same organization. */
function isNear({ mirror }: Bench, { id, organization, mode, halted }: Mirror): boolean {
  return id !== mirror.id && organization === mirror.organization && mode === 'two-way' && halted === null;
}

/** The things of a mirror that have one of these keys, or had it when they were last seen. */
function whereabouts({ journal }: Bench, from: Mirror, keys: readonly string[]): readonly Whereabouts[] {
  const seen = keysOf(journal.items.index(from.id, from.rootItem).byKeys(keys));
  return [...seen, ...keysOfMissed(journal, from)].map(each => ({ ...each, from }));
}

interface Whereabouts {
  readonly key: string;
  readonly item: ItemId;
  readonly from: Mirror;
}

type Keyed = Omit<Whereabouts, 'from'>;

function keysOf(items: readonly Item[]): readonly Keyed[] {
  return items.flatMap(({ id, local }) => (local === null ? [] : [{ key: local.key, item: id }]));
}

function keysOfMissed({ missing }: Bench['journal'], { id }: Mirror): readonly Keyed[] {
  return [...missing.of(id, 'local').values()].flatMap(({ item, key }) => (key === null ? [] : [{ key, item }]));
}

function isAgreed(item: Item): item is Arrival['was'] {
  return item.agreed !== null && item.remote !== null && item.remoteSight === 'present';
}

/** A link or a mount may show one thing twice: only what left its old place has moved. */
async function isStillThere({ world, journal }: Bench, from: Mirror, was: Item, key: string): Promise<boolean> {
  if (was.local === null) return false;
  return (await world.disk.entry(from.root, journal.pathOf(was.id)))?.key === key;
}

async function adopt(bench: Bench, arrival: Arrival): Promise<'done' | 'later' | 'as new'> {
  const { item, was, from } = arrival;
  const { journal } = bench;
  const parent = serviceFolder(bench, item.local.parent);
  const tree = journal.items.tree(from.id, from.rootItem);
  const below = remoteDescendants(tree, was.id);
  // What is still in the old mirror must not go along, and what is under way is settled first.
  const isWhole =
    below.every(each => each.local === null || isInside(tree, each, was.id)) && !journal.intents.isOpen(was.id);
  if (!isWhole) return 'as new';
  if (parent === null) return 'later';
  try {
    const home = was.remote.parent === from.rootItem ? from.remoteId : itemOf(bench, was.remote.parent)?.remote?.id;
    if (home === undefined || !(await isAt(bench, was, home))) return 'as new';
    await mustNotWiden(bench, was, { from: home, to: parent });
    const place = { name: toRemoteName(item.local.name) };
    if (was.kind === 'folder') await bench.api.placeFolder(was.remote.id, { ...place, parentFolderId: parent });
    else await bench.api.placeFile(was.remote.id, { ...place, folderId: parent });
  } catch (error) {
    // What cannot be moved is sent as new, as a copy would be; the old one goes by its own hold and guard.
    if (error instanceof FaultError && POLICY[error.fault.kind].stops === 'item') return 'as new';
    throw error;
  }
  const known = [...keysOf(below), ...keysOfMissed(journal, from)];
  journal.transaction(() => record(bench, arrival, { below, known }));
  bench.progress.moved();
  return 'done';
}

/** Whether a thing was last seen here inside of a folder: it went along when that one moved. */
function isInside(tree: Tree, { local }: Item, folder: ItemId): boolean {
  const seen = new Set<ItemId>();
  for (let at = local?.parent; at !== undefined && !seen.has(at); at = tree.items.get(at)?.local?.parent) {
    if (at === folder) return true;
    seen.add(at);
  }
  return false;
}

async function isAt(bench: Bench, was: Arrival['was'], home: string): Promise<boolean> {
  if (was.kind === 'folder') {
    const now = await bench.api.folder(was.remote.id);
    return now.name === was.remote.name && (now.parent === null || now.parent === home);
  }
  const now = await bench.api.file(was.remote.id);
  return !now.isGone && now.name === was.remote.name && (now.folderId === null || now.folderId === home);
}

/** The rows of the old mirror become rows of this one: who they are at the service, and what was agreed on. */
function record(
  bench: Bench,
  { item, was }: Arrival,
  { below, known }: { below: readonly Item[]; known: readonly Keyed[] },
): void {
  const { items, missing } = bench.journal;
  const keys = new Map(known.map(({ item: id, key }) => [id, key]));
  const homes = new Map<ItemId, ItemId>([[was.id, item.id]]);
  const name = toRemoteName(item.local.name);
  settle(bench, { id: item.id, parent: item.local.parent, remoteName: name, localName: item.local.name, was });
  for (const each of below) {
    if (each.remote === null) continue;
    const parent = present(homes.get(each.remote.parent), 'folder');
    const here = items
      .children(parent)
      .find(({ local, kind }) => kind === each.kind && local?.key === keys.get(each.id));
    const id = here?.id ?? items.create(bench.mirror.id, each.kind);
    homes.set(each.id, id);
    const localName = here?.local?.name ?? each.agreed?.localName ?? each.remote.name;
    settle(bench, { id, parent, remoteName: each.remote.name, localName, was: { ...each, remote: each.remote } });
    if (here === undefined && each.agreed !== null) missing.note(id, 'local', bench.world.clock.now());
  }
  for (const each of below) items.remove(each.id);
  items.remove(was.id);
  tell(bench, { item: item.id, verb: 'moved', cause: 'changed here', file: was.remote.id });
}

function settle(
  { journal: { items } }: Bench,
  to: {
    id: ItemId;
    parent: ItemId;
    remoteName: string;
    localName: string;
    was: Pick<Item, 'agreed'> & { readonly remote: RemoteFacts };
  },
): void {
  const { id, parent, remoteName, localName, was } = to;
  // The move may have changed the time: it is left open, so that the next look reads the detail.
  items.setRemote(id, 'present', { ...was.remote, parent, name: remoteName, updatedAt: null });
  if (was.agreed !== null)
    items.setAgreed(id, { parent, localName, remoteName, version: was.agreed.version, sha256: was.agreed.sha256 });
}
