import type { FaultError } from '../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../shared/ids.ts';
import type { Ignoring } from '../core/ignore.ts';
import { Paths } from '../core/ignored-items.ts';
import type { Item, RemoteFacts, Tree } from '../core/item.ts';
import { isSameTime, rememberedTime } from '../core/service-time.ts';
import type { RemoteFile } from '../remote/api/shapes.ts';
import { crawl } from '../remote/crawl.ts';
import type { Crawl } from '../remote/crawl.ts';
import { isFault } from './bench.ts';
import type { Bench } from './bench.ts';
import { learn, learnBuild } from './capabilities.ts';
import { judgeMissing } from './judge-remote.ts';
import { recordHiddenThere } from './rules.ts';

/**
 * Looks at everything the mirror has at the service and records it.
 * @throws FaultError `gone`, `not-allowed` or `scope` when the mirror's own folder cannot be seen any more.
 */
export async function observeRemote(
  bench: Bench,
  { ignoring, onFolder }: { ignoring: Ignoring; onFolder: (seen: number) => void },
): Promise<void> {
  await learnBuild(bench, bench.api);
  const seen = await crawl(bench.api, { root: bench.mirror.remoteId, path: '', ignoring, onFolder });
  const rootTrouble: FaultError | undefined = seen.closed.get(bench.mirror.remoteId);
  if (rootTrouble !== undefined) throw rootTrouble;
  // Nobody else records while a pass looks.
  const tree = bench.journal.items.tree(bench.mirror.id, bench.mirror.rootItem);
  const known = knownAtTheService(tree);
  const details = await readDetails(bench, seen, known);
  bench.journal.transaction(() => {
    record(bench, seen, { known, details, isHidden: hidingOf(tree, seen, ignoring) });
    recordHiddenThere(bench, seen);
    learnFromLists(bench, seen);
  });
  await judgeMissing(bench);
}

/** The items that the service had when it was last looked at. */
function knownAtTheService({ items }: Tree): Known {
  const known = new Map<ServiceId, Item>();
  for (const item of items.values()) if (item.remote !== null) known.set(item.remote.id, item);
  return known;
}

/** Whether a rule hides an item at the service, or did where it was last seen: then its absence says nothing. */
function hidingOf(tree: Tree, { hidden }: Crawl, ignoring: Ignoring): (item: Item) => boolean {
  const ids = new Set(hidden.map(({ id }) => id));
  const paths = new Paths(tree, 'there');
  const inHidden = new Map<ItemId, boolean>();
  const isHidden = (item: Item): boolean => {
    const known = inHidden.get(item.id);
    if (known !== undefined || item.remote === null) return known ?? false;
    inHidden.set(item.id, false);
    const folder = tree.items.get(item.remote.parent);
    const path = paths.of(item.id);
    const result =
      ids.has(item.remote.id) ||
      (path !== null && ignoring.ignores(path, item.kind)) ||
      (folder !== undefined && isHidden(folder));
    inHidden.set(item.id, result);
    return result;
  };
  return isHidden;
}

type Known = ReadonlyMap<ServiceId, Item>;
type Details = ReadonlyMap<ServiceId, RemoteFile | null>;

function learnFromLists(bench: Bench, { listings }: Crawl): void {
  const files = listings.flatMap(listing => listing.files);
  if (files.length === 0) return;
  const tells = [
    ...(files.every(({ version }) => version !== null) ? ['version'] : []),
    ...(files.every(({ updatedAt }) => updatedAt !== null) ? ['time'] : []),
    ...(files.every(({ sizeBytes }) => sizeBytes !== null) ? ['size'] : []),
  ];
  learn(bench, 'listTells', tells.join(' ') || 'nothing');
  const hasTwins = listings.some(listing => new Set(listing.files.map(({ name }) => name)).size < listing.files.length);
  if (hasTwins) learn(bench, 'duplicateNames', 'yes');
}

/** A list tells that a file changed; only its detail tells which version it has now. */
async function readDetails(bench: Bench, seen: Crawl, items: Known): Promise<Details> {
  const changed: ServiceId[] = [];
  for (const { files } of seen.listings)
    for (const file of files) {
      const known = items.get(file.id);
      if (known === undefined || known.remote === null || (known.agreed === null && known.local === null)) continue;
      if (
        file.version === null &&
        (known.remote.version === null || !isSameTime(file.updatedAt, known.remote.updatedAt))
      )
        changed.push(file.id);
    }
  const details = new Map<ServiceId, RemoteFile | null>();
  for (let from = 0; from < changed.length; from += 16)
    await Promise.all(changed.slice(from, from + 16).map(async id => details.set(id, await detailOrNull(bench, id))));
  return details;
}

async function detailOrNull(bench: Bench, id: ServiceId): Promise<RemoteFile | null> {
  try {
    return await bench.api.file(id);
  } catch (error) {
    if (isFault(error, 'gone', 'not-allowed', 'refused', 'scope')) return null;
    throw error;
  }
}

interface Recording {
  readonly known: Known;
  readonly details: Details;
  readonly isHidden: (item: Item) => boolean;
}

function record(bench: Bench, seen: Crawl, { known, details, isHidden }: Recording): void {
  const { items, missing } = bench.journal;
  const now = bench.world.clock.now();
  const ids = new Map<ServiceId, ItemId>([[bench.mirror.remoteId, bench.mirror.rootItem]]);
  const found = new Set<ItemId>();
  // A thing that moved while we walked may be listed in both folders; the next look tells where it came to.
  const listed = new Set<ServiceId>();
  const isFirst = ({ id }: { id: ServiceId }): boolean => !listed.has(id) && listed.add(id).has(id);
  for (const listing of seen.listings) {
    const parent = ids.get(listing.folder);
    if (parent === undefined) continue;
    for (const folder of listing.folders.filter(isFirst)) {
      const before = known.get(folder.id);
      const id = before?.id ?? createIn(bench, parent, 'folder');
      ids.set(folder.id, id);
      found.add(id);
      const facts = {
        id: folder.id,
        parent,
        name: folder.name,
        sizeBytes: null,
        version: null,
        sha256: null,
        updatedAt: null,
      };
      if (!isAsRecorded(before, facts)) items.setRemote(id, 'present', facts);
    }
    for (const file of listing.files.filter(isFirst)) {
      const detail = details.get(file.id);
      if (detail === null || detail?.isGone === true) continue;
      const before = known.get(file.id);
      found.add(
        recordFile(bench, { parent, before }, detail === undefined ? file : withDetail(file, detail, { before, now })),
      );
    }
  }
  for (const id of missing.of(bench.mirror.id, 'remote').keys()) if (found.has(id)) missing.clear(id, 'remote');
  const closed = closedItems(bench, seen);
  for (const item of known.values())
    if (!found.has(item.id)) recordMissed(bench, item, item => isHidden(item) || isBelow(bench, item, closed));
}

/** Where a file is comes from the list, what it is from its detail. */
function withDetail(
  file: RemoteFile,
  detail: RemoteFile,
  { before, now }: { before: Item | undefined; now: number },
): RemoteFile {
  const { version, extraction } = detail;
  return {
    ...file,
    version,
    extraction,
    updatedAt: rememberedTime(detail.updatedAt, before?.remote?.updatedAt ?? null, now),
    sizeBytes: detail.sizeBytes ?? file.sizeBytes,
  };
}

function recordFile(bench: Bench, at: { parent: ItemId; before: Item | undefined }, file: RemoteFile): ItemId {
  const { items } = bench.journal;
  const remote = at.before?.remote ?? null;
  const id = at.before?.id ?? createIn(bench, at.parent, 'file');
  const isUnchanged = remote !== null && isSameTime(file.updatedAt, remote.updatedAt);
  const version = file.version ?? (isUnchanged ? remote.version : null);
  const { name, sizeBytes, updatedAt } = file;
  const facts = { id: file.id, parent: at.parent, name, sizeBytes, version, sha256: null, updatedAt };
  if (!isAsRecorded(at.before, facts)) items.setRemote(id, 'present', facts);
  if (file.version !== null) items.setExtraction(id, file.extraction);
  return id;
}

/** What is new in a folder that is only online stays there too. */
function createIn({ journal, mirror }: Bench, parent: ItemId, kind: Item['kind']): ItemId {
  const id = journal.items.create(mirror.id, kind);
  if (journal.items.get(parent)?.freed === true) journal.items.setFreed(id, true);
  return id;
}

function isAsRecorded(before: Item | undefined, facts: RemoteFacts): boolean {
  if (before === undefined || before.remote === null || before.remoteSight !== 'present') return false;
  const { parent, name, sizeBytes, version, updatedAt } = before.remote;
  const isInPlace = parent === facts.parent && name === facts.name;
  return isInPlace && sizeBytes === facts.sizeBytes && version === facts.version && updatedAt === facts.updatedAt;
}

/** Folders whose contents could not be seen, with everything below them. */
function closedItems(bench: Bench, seen: Crawl): ReadonlySet<ItemId> {
  const closed = new Set<ItemId>();
  for (const folder of seen.closed.keys()) {
    const item = bench.journal.items.byRemoteId(bench.mirror.id, folder);
    if (item !== null) closed.add(item.id);
  }
  return closed;
}

function recordMissed(bench: Bench, item: Item, isOutOfSight: (item: Item) => boolean): void {
  const { items, missing } = bench.journal;
  // Nothing here and nothing agreed: there is nothing that could be lost.
  if (item.local === null && item.agreed === null && item.localSight === 'absent') return items.remove(item.id);
  if (item.remoteSight !== 'unknown') items.setRemote(item.id, 'unknown');
  if (!isOutOfSight(item)) missing.note(item.id, 'remote', bench.world.clock.now());
}

function isBelow(bench: Bench, item: Item, closed: ReadonlySet<ItemId>): boolean {
  if (closed.size === 0) return false;
  const seen = new Set<ItemId>();
  for (
    let at: Item | null = item;
    at !== null && at.remote !== null && !seen.has(at.id);
    at = bench.journal.items.get(at.remote.parent)
  ) {
    if (closed.has(at.id)) return true;
    seen.add(at.id);
  }
  return false;
}
