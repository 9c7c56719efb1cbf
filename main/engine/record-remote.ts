import type { FaultError } from '../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../shared/ids.ts';
import { SECOND } from '../../shared/units.ts';
import type { Item, RemoteFacts } from '../core/item.ts';
import type { Missed } from '../journal/missing.ts';
import type { RemoteFile } from '../remote/api/shapes.ts';
import { crawl } from '../remote/crawl.ts';
import type { Crawl } from '../remote/crawl.ts';
import { isFault } from './bench.ts';
import type { Bench } from './bench.ts';

/** Absence is believed only when complete looks this far apart agree (or one poll interval, when that is shorter). */
const BELIEVE_AFTER_MS = 30 * SECOND;

/**
 * Looks at everything the mirror has at the service and records it.
 * @throws FaultError `gone`, `not-allowed` or `scope` when the mirror's own folder cannot be seen any more.
 */
export async function observeRemote(bench: Bench, onFolder: (seen: number) => void): Promise<void> {
  const seen = await crawl(bench.api, bench.mirror.remoteId, onFolder);
  const rootTrouble: FaultError | undefined = seen.closed.get(bench.mirror.remoteId);
  if (rootTrouble !== undefined) throw rootTrouble;
  const known = knownAtTheService(bench);
  const details = await readDetails(bench, seen, known);
  bench.journal.transaction(() => record(bench, seen, { known, details }));
  await judgeMissing(bench);
}

/** The items that the service had when it was last looked at. Nobody else records while a pass looks. */
function knownAtTheService({ journal, mirror }: Bench): Known {
  const known = new Map<ServiceId, Item>();
  for (const item of journal.items.tree(mirror.id, mirror.rootItem).items.values())
    if (item.remote !== null) known.set(item.remote.id, item);
  return known;
}

type Known = ReadonlyMap<ServiceId, Item>;
type Details = ReadonlyMap<ServiceId, RemoteFile | null>;

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
    if (isFault(error, 'gone', 'not-allowed')) return null;
    throw error;
  }
}

function isSameTime(listed: string | null, known: string | null): boolean {
  return listed !== null && listed === known;
}

function record(bench: Bench, seen: Crawl, { known, details }: { known: Known; details: Details }): void {
  const { items, missing } = bench.journal;
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
      found.add(recordFile(bench, { parent, before }, detail === undefined ? file : withDetail(file, detail, before)));
    }
  }
  for (const id of missing.of(bench.mirror.id, 'remote').keys()) if (found.has(id)) missing.clear(id, 'remote');
  const closed = closedItems(bench, seen);
  for (const item of known.values()) if (!found.has(item.id)) recordMissed(bench, item, closed);
}

/** Where a file is comes from the list, what it is from its detail. */
function withDetail(file: RemoteFile, detail: RemoteFile, before: Item | undefined): RemoteFile {
  const { version, extraction } = detail;
  return {
    ...file,
    version,
    extraction,
    updatedAt: settledTime(detail, before),
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

/**
 * A time in whole seconds cannot tell two edits within one second apart (R19): the first detail after a change is
 * marked as unsure, so that the next look reads it once more.
 */
function settledTime(detail: RemoteFile, before: Item | undefined): string | null {
  const time = detail.updatedAt;
  if (time === null || /\.\d*[1-9]/.test(time)) return time;
  return before?.remote?.updatedAt === `${time}?` ? time : `${time}?`;
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

function recordMissed(bench: Bench, item: Item, closed: ReadonlySet<ItemId>): void {
  const { items, missing } = bench.journal;
  // Nothing here and nothing agreed: there is nothing that could be lost.
  if (item.local === null && item.agreed === null && item.localSight === 'absent') return items.remove(item.id);
  items.setRemote(item.id, 'unknown');
  if (!isBelow(bench, item, closed)) missing.note(item.id, 'remote', bench.world.clock.now());
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

/** When a missed item's absence may be believed, ms since the epoch. */
export function believeAt(missed: Missed, pollSeconds: number): number {
  return missed.since + Math.min(BELIEVE_AFTER_MS, pollSeconds * SECOND);
}

/** Asks by id about everything that complete looks have missed long enough, top-most first. */
async function judgeMissing(bench: Bench): Promise<void> {
  const { items, missing } = bench.journal;
  const now = bench.world.clock.now();
  const missed = missing.of(bench.mirror.id, 'remote');
  const undecided = new Set(missed.keys());
  const verdicts = new Map<ItemId, boolean>();
  const judge = async (id: ItemId): Promise<boolean> => {
    const known = verdicts.get(id);
    if (known !== undefined) return known;
    verdicts.set(id, false);
    const item = items.get(id);
    const record = missed.get(id);
    if (item === null || item.remote === null || record === undefined) return false;
    const due = record.times >= 2 && believeAt(record, bench.settings.pollSeconds) <= now;
    const parentGone = undecided.has(item.remote.parent) && (await judge(item.remote.parent));
    const isGone = due && (parentGone || (!undecided.has(item.remote.parent) && (await isGoneByItself(bench, item))));
    verdicts.set(id, isGone);
    return isGone;
  };
  for (const id of missed.keys()) await judge(id);
  bench.journal.transaction(() => {
    for (const [id, isGone] of verdicts) if (isGone) recordGone(bench, id);
  });
}

function recordGone(bench: Bench, id: ItemId): void {
  const { items, missing } = bench.journal;
  items.setRemote(id, 'absent', null);
  missing.clear(id, 'remote');
  if (items.get(id)?.local === null && items.get(id)?.agreed === null) items.remove(id);
}

/** Only the service's own word counts: 404, a mark of removal, or another folder outside of the mirror. */
async function isGoneByItself(bench: Bench, item: Item): Promise<boolean> {
  if (item.remote === null) return false;
  try {
    const { parent, isGone } = await whereNow(bench, item.kind, item.remote.id);
    if (isGone) return true;
    // It answers and is in a folder that we list: the list was late, or it comes back with the next one.
    const isInside = parent === bench.mirror.remoteId || (parent !== null && items(bench, parent));
    if (isInside) bench.journal.missing.clear(item.id, 'remote');
    return parent !== null && !isInside;
  } catch (error) {
    if (isFault(error, 'gone')) return true;
    if (isFault(error, 'not-allowed', 'scope')) return false;
    throw error;
  }
}

async function whereNow(
  bench: Bench,
  kind: Item['kind'],
  id: ServiceId,
): Promise<{ parent: ServiceId | null; isGone: boolean }> {
  if (kind === 'folder') return bench.api.folder(id);
  const file = await bench.api.file(id);
  return { parent: file.folderId, isGone: file.isGone };
}

function items(bench: Bench, folder: ServiceId): boolean {
  return bench.journal.items.byRemoteId(bench.mirror.id, folder)?.remoteSight === 'present';
}
