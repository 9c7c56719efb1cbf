import type { Sha256 } from '../../../../shared/ids.ts';
import { isFault } from './read-back.ts';
import type { ZoneItem } from '../records/file-records.ts';
import type { There } from '../records/destination-records.ts';
import { hashHere, placeOf, recordArrival } from './send-context.ts';
import type { Sending } from './send-context.ts';

/** What was found out; the hash is null when there was no reason to read the file. */
export interface Recognised {
  readonly isDone: boolean;
  readonly sha256: Sha256 | null;
}

/**
 * Whether a file that was never sent under its path is at the service already: it was renamed or moved here, or our
 * records were lost. A copy of something that is still in its place is a file of its own.
 * @throws FaultError.
 */
export async function recogniseElsewhere(sending: Sending, item: ZoneItem): Promise<Recognised> {
  const { records } = sending.context;
  const zone = sending.open.zone.id;
  // Of nothing there are many, and it costs nothing to send.
  if (item.sizeBytes === 0) return { isDone: false, sha256: null };
  const gone = records.files.vanishedOfSize(zone, item.sizeBytes);
  if (gone.length === 0 && !records.there.hasSize(zone, item.sizeBytes)) return { isDone: false, sha256: null };
  const sha256 = await hashHere(sending, item);
  for (const before of gone) {
    if (before.sent?.sha256 === sha256 && (await takeOver(sending, item, before))) return { isDone: true, sha256 };
  }
  for (const there of await byLikelihood(sending, item, records.there.withContent(zone, sha256))) {
    if (await claim(sending, item, there)) return { isDone: true, sha256 };
  }
  return { isDone: false, sha256 };
}

/** A file that arrived under another path, where nothing is any more. */
async function takeOver(sending: Sending, item: ZoneItem, before: ZoneItem): Promise<boolean> {
  const { context, open } = sending;
  const { sent } = before;
  if (sent === null || !(await isStillThere(sending, sent.file))) return false;
  // The last look may be some seconds old.
  if ((await open.source.stat(before.path)) !== null) return false;
  const { file, version, sha256, sizeBytes, at } = sent;
  context.records.transaction(() => {
    recordArrival(sending, item, {
      file,
      version,
      sha256,
      sizeBytes,
      at,
      stamp: item.stamp,
      event: 'renamed',
      from: before.path,
      // It stays where it went, and is listed there.
      folder: context.records.runs.get(before.run)?.folder ?? sending.run.folder,
    });
    if (sent.verifiedAt !== null) context.records.files.verified(item.id, sha256, sent.verifiedAt);
    context.records.files.forget(before.id);
  });
  return true;
}

/** What a manifest at the destination lists: first what stands where this file would go, or came from its path. */
async function byLikelihood(sending: Sending, item: ZoneItem, found: readonly There[]): Promise<readonly There[]> {
  const { folders, name } = placeOf(sending.run.folder, item.inside);
  const own = [...folders, name].join('/');
  const isOwn = (there: There): boolean => there.source === item.path || (there.source === null && there.at === own);
  const others: There[] = [];
  for (const there of found) {
    if (isOwn(there)) continue;
    const isMoved = there.source !== null && (await sending.open.source.stat(there.source)) === null;
    const isNamesake = there.source === null && there.at.endsWith(`/${item.inside}`);
    if (isMoved || isNamesake) others.push(there);
  }
  return [...found.filter(isOwn), ...others];
}

async function claim(sending: Sending, item: ZoneItem, there: There): Promise<boolean> {
  const { records } = sending.context;
  const version = await isStillThere(sending, there.remote);
  if (version === null) {
    records.there.claim(sending.open.zone.id, there.at);
    return false;
  }
  recordArrival(sending, item, {
    file: there.remote,
    version: there.version ?? version,
    sha256: there.sha256,
    sizeBytes: item.sizeBytes,
    stamp: item.stamp,
    at: there.at,
    event: 'found',
    folder: there.folder,
  });
  return true;
}

/** @returns the version at its head; null when the service has the file no more. */
async function isStillThere({ reader }: Sending, file: There['remote']) {
  try {
    const detail = await reader.api.file(file);
    return detail.isGone ? null : detail.version;
  } catch (error) {
    if (isFault(error, 'gone', 'refused')) return null;
    throw error;
  }
}
