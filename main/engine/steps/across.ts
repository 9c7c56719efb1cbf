import { present } from '../../../shared/assert.ts';
import { FaultError, POLICY, type Question } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Item, LocalFacts, RemoteFacts, Tree } from '../../core/item.ts';
import { movedCopies, type Newcomer } from '../../core/moved-copies.ts';
import { toRemoteName } from '../../core/names.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/mirrors.ts';
import { agreedElsewhere, forgetConsent, type Move, weighMove } from '../audience.ts';
import { isFault, itemOf, serviceFolder, tell } from '../bench.ts';
import type { Bench } from '../bench.ts';
import { isCurrent, itemOfSubject, setAside } from '../retry.ts';
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
  const { mirror, journal } = bench;
  const others = mirror.mode === 'two-way' ? journal.mirrors.all().filter(({ id }) => id !== mirror.id) : [];
  if (others.length === 0) return NOTHING;
  const isNew = (item: Item): item is Arrival['item'] =>
    item.local !== null && item.localSight === 'present' && item.agreed === null && item.remote === null;
  const asked = new Set(openQuestions(journal).map(({ item }) => item));
  const fresh = [...tree.items.values()]
    .filter(({ id, kept }) => id !== tree.root && kept === null && !asked.has(id))
    .filter(isNew);
  if (fresh.length === 0) return NOTHING;
  let done = 0;
  const waiting = new Set<ItemId>();
  const byKey = formerItems(bench, others, fresh);
  for (const { id, local, kind } of fresh) {
    const candidate = byKey.get(local.key);
    const item = candidate === undefined ? null : itemOf(bench, id);
    const was = candidate === undefined ? null : itemOf(bench, candidate.item);
    if (candidate === undefined || item === null || !isNew(item) || was === null || was.kind !== kind) continue;
    if (!isAgreed(was) || (await isStillThere(bench, candidate.from, was, local.key))) continue;
    const outcome = await adopt(bench, { item, was, from: candidate.from }, byKey);
    if (outcome === 'done') done += 1;
    else if (outcome !== 'as new') waiting.add(id);
    if (typeof outcome === 'object') setAside(bench, item, { fault: outcome, isMove: true });
  }
  return { done, waiting };
}

/** Whether things of another mirror can move into this one by a call to the service. */
function isNear({ mirror }: Bench, { organization, mode, halted }: Mirror): boolean {
  return organization === mirror.organization && mode === 'two-way' && halted === null;
}

/** The questions about moves that a person has not answered yet, with the items that they are about. */
function openQuestions({ mirrors, problems, items }: Journal): readonly { item: ItemId; question: Question }[] {
  const open = mirrors.all().flatMap(({ id }) => problems.all(id).filter(problem => isCurrent(problem, items)));
  return open.flatMap(({ subject, fault }) => {
    const item = itemOfSubject(subject);
    return item !== null && fault.kind === 'wider-audience' ? [{ item, question: fault }] : [];
  });
}

/** What was moved to another mirror and waits there, for a person or its turn: at the service it must not be removed for that. */
export function heldElsewhere({ journal }: Pick<Bench, 'journal'>): ReadonlySet<ItemId> {
  const asked = openQuestions(journal).flatMap(({ question: { from } }) => from ?? []);
  return new Set([...asked, ...agreedElsewhere(journal)]);
}

/** What each of the new things, by its key, was in another mirror; those that have another key there by their bytes. */
function formerItems(
  bench: Bench,
  others: readonly Mirror[],
  fresh: readonly Newcomer[],
): ReadonlyMap<string, Whereabouts> {
  const { journal } = bench;
  const keys = fresh.map(({ local }) => local.key);
  const known = others.flatMap(from => whereabouts(bench, from, keys));
  const byKey = new Map(known.map(each => [each.key, each]));
  const missed = others.flatMap(from => [...journal.missing.of(from.id, 'local').keys()].map(id => ({ id, from })));
  if (missed.length === 0) return byKey;
  const missing = missed.flatMap(({ id }) => itemOf(bench, id) ?? []).filter(isAgreed);
  const pairs = movedCopies(
    fresh.filter(({ local }) => !byKey.has(local.key)),
    missing.filter(({ local }) => local === null),
  );
  const mirrors = new Map(missed.map(({ id, from }) => [id, from]));
  for (const { id, local } of fresh) {
    const item = pairs.get(id);
    const from = item === undefined ? undefined : mirrors.get(item);
    if (item !== undefined && from !== undefined) byKey.set(local.key, { key: local.key, item, from });
  }
  return byKey;
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

async function adopt(
  bench: Bench,
  arrival: Arrival,
  former: ReadonlyMap<string, Keyed>,
): Promise<'done' | 'later' | 'as new' | Question> {
  const { item, was, from } = arrival;
  const { journal } = bench;
  const parent = serviceFolder(bench, item.local.parent);
  const tree = journal.items.tree(from.id, from.rootItem);
  const below = remoteDescendants(tree, was.id);
  // What is still in the old mirror must not go along. What is in it that was moved is an arrival of its own.
  const isWhole = below.every(each => each.local === null || isInside(tree, each, was.id));
  if (was.kind === 'folder' && !isWhole) return 'as new';
  // What is under way is settled first.
  if (parent === null || journal.intents.isOpen(was.id)) return 'later';
  const home = was.remote.parent === from.rootItem ? from.remoteId : itemOf(bench, was.remote.parent)?.remote?.id;
  const move: Move = { id: was.remote.id, kind: was.kind, from: home ?? null, to: parent };
  // Whether it moves or is sent as new: it was in the other folder, and is to be read by those of this one.
  const target = await weighMove(bench, { move, item, was: was.id });
  if ('kind' in target) return target;
  if (!isNear(bench, from) || home === undefined || !(await isAt(bench, was, home))) return 'as new';
  const name = toRemoteName(item.local.name);
  try {
    if (was.kind === 'folder') await bench.api.placeFolder(was.remote.id, name, target);
    else await bench.api.placeFile(was.remote.id, name, target);
  } catch (error) {
    // What the service does not move is sent as new, as a copy would be; the old one goes by its own hold and guard.
    if (error instanceof FaultError && POLICY[error.fault.kind].stops === 'item') return 'as new';
    throw error;
  }
  const known = [...keysOf(below), ...keysOfMissed(journal, from), ...former.values()];
  journal.transaction(() => {
    record(bench, arrival, { below, known });
    forgetConsent(journal, item.id);
  });
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
  try {
    if (was.kind === 'folder') {
      const now = await bench.api.folder(was.remote.id);
      return now.name === was.remote.name && (now.parent === null || now.parent === home);
    }
    const now = await bench.api.file(was.remote.id);
    return !now.isGone && now.name === was.remote.name && (now.folderId === null || now.folderId === home);
  } catch (error) {
    if (isFault(error, 'gone', 'not-allowed')) return false;
    throw error;
  }
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
