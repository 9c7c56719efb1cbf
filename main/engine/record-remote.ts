import type { FaultError } from '../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../shared/ids.ts';
import { SECOND } from '../../shared/units.ts';
import type { Item } from '../core/item.ts';
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
  const details = await readDetails(bench, seen);
  bench.journal.transaction(() => record(bench, seen, details));
  await judgeMissing(bench);
}

/** A list tells that a file changed; only its detail tells which version it has now. */
async function readDetails(bench: Bench, seen: Crawl): Promise<ReadonlyMap<ServiceId, RemoteFile | null>> {
  const changed: ServiceId[] = [];
  for (const { files } of seen.listings)
    for (const file of files) {
      const known = bench.journal.items.byRemoteId(bench.mirror.id, file.id);
      if (known === null || known.remote === null || (known.agreed === null && known.local === null)) continue;
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

function record(bench: Bench, seen: Crawl, details: ReadonlyMap<ServiceId, RemoteFile | null>): void {
  const { items, missing } = bench.journal;
  const ids = new Map<ServiceId, ItemId>([[bench.mirror.remoteId, bench.mirror.rootItem]]);
  const found = new Set<ItemId>();
  for (const listing of seen.listings) {
    const parent = ids.get(listing.folder);
    if (parent === undefined) continue;
    for (const folder of listing.folders) {
      const id = items.byRemoteId(bench.mirror.id, folder.id)?.id ?? items.create(bench.mirror.id, 'folder');
      ids.set(folder.id, id);
      found.add(id);
      items.setRemote(id, 'present', {
        id: folder.id,
        parent,
        name: folder.name,
        sizeBytes: null,
        version: null,
        sha256: null,
        updatedAt: null,
      });
    }
    for (const file of listing.files) {
      const detail = details.get(file.id);
      if (detail === null || detail?.isGone === true) continue;
      found.add(
        recordFile(
          bench,
          parent,
          detail === undefined
            ? file
            : {
                ...file,
                version: detail.version,
                updatedAt: settledTime(bench, detail),
                sizeBytes: detail.sizeBytes ?? file.sizeBytes,
                extraction: detail.extraction,
              },
        ),
      );
    }
  }
  for (const id of found) missing.clear(id, 'remote');
  const closed = closedItems(bench, seen);
  for (const item of items.tree(bench.mirror.id, bench.mirror.rootItem).items.values())
    if (item.remote !== null && !found.has(item.id)) recordMissed(bench, item, closed);
}

function recordFile(bench: Bench, parent: ItemId, file: RemoteFile): ItemId {
  const { items } = bench.journal;
  const known = items.byRemoteId(bench.mirror.id, file.id);
  const id = known?.id ?? items.create(bench.mirror.id, 'file');
  const isUnchanged =
    known?.remote !== null && known?.remote !== undefined && isSameTime(file.updatedAt, known.remote.updatedAt);
  const version = file.version ?? (isUnchanged ? (known.remote?.version ?? null) : null);
  items.setRemote(id, 'present', {
    id: file.id,
    parent,
    name: file.name,
    sizeBytes: file.sizeBytes,
    version,
    sha256: null,
    updatedAt: file.updatedAt,
  });
  if (file.version !== null) items.setExtraction(id, file.extraction);
  return id;
}

/**
 * A time in whole seconds cannot tell two edits within one second apart (R19): the first detail after a change is
 * marked as unsure, so that the next look reads it once more.
 */
function settledTime(bench: Bench, detail: RemoteFile): string | null {
  const time = detail.updatedAt;
  if (time === null || /\.\d*[1-9]/.test(time)) return time;
  const before = bench.journal.items.byRemoteId(bench.mirror.id, detail.id)?.remote?.updatedAt;
  return before === `${time}?` ? time : `${time}?`;
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
