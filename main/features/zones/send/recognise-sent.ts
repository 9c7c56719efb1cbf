import type { Sha256 } from '../../../../shared/ids.ts';
import { datasetOf } from '../observe/dataset.ts';
import type { ZoneItem } from '../records/rows.ts';
import { finishAbsent } from './finish-begun.ts';
import { isFault } from './read-back.ts';
import type { DestinationFile } from '../records/destination-records.ts';
import { hashOfSource, destinationPathOf, recordArrival } from './send-context.ts';
import type { SendContext } from './send-context.ts';

/** Result of the search; `sha256` is null when the file did not have to be read. */
export interface Recognised {
  readonly isDone: boolean;
  readonly sha256: Sha256 | null;
}

/**
 * Whether a file without a sent version is at the service already: it was renamed or moved in the source, or our
 * database was lost. A copy of a file that is still present is sent as a file of its own, and so is a file that each run
 * has alike, such as its settings, though it was removed where it was sent from. @throws FaultError.
 */
export async function recogniseFile(sending: SendContext, item: ZoneItem): Promise<Recognised> {
  const { files, destination } = sending.context.records;
  const zone = sending.open.zone.id;
  // Empty files are common and cheap to send.
  if (item.sizeBytes === 0) return { isDone: false, sha256: null };
  const begun = files.absentBegun(zone).filter(({ target }) => target?.sizeBytes === item.sizeBytes);
  const couldBeThere =
    begun.length > 0 || files.absentLike(item, null).length > 0 || destination.hasSize(zone, item.sizeBytes);
  if (!couldBeThere) return { isDone: false, sha256: null };
  const sha256 = await hashOfSource(sending, item);
  for (const before of begun) if (before.target?.sha256 === sha256) await finishAbsent(sending, before);
  for (const before of files.absentLike(item, sha256))
    if (isMoved(sending, item, before) && (await continueRenamed(sending, item, before)))
      return { isDone: true, sha256 };
  for (const there of await byLikelihood(sending, item, destination.withContent(zone, sha256)))
    if (await claimListed(sending, item, there)) return { isDone: true, sha256 };
  return { isDone: false, sha256 };
}

/**
 * Whether a file with the content of an absent one is that file. Within a run the content tells. In another run it could
 * be what each run has alike, so it has to be the same file of the disk, or all of its run has come from the other one.
 */
function isMoved({ context, run }: SendContext, item: ZoneItem, before: ZoneItem): boolean {
  if (before.run === item.run) return true;
  if (before.modifiedMs !== item.modifiedMs) return false;
  const id = fileIdOf(item.fingerprint);
  if (id !== NO_ID && id === fileIdOf(before.fingerprint)) return true;
  const { files, runs } = context.records;
  const folder = runs.get(before.run)?.folder ?? null;
  return folder !== null && files.isWholeRunMoved(before.run, run.id, folder.join('/'));
}

/** What some network shares say of each file. */
const NO_ID = '0';

/** The part of a fingerprint that tells which file of the disk it is. */
function fileIdOf(fingerprint: string): string {
  return fingerprint.split(':', 1)[0] ?? '';
}

/** Continues the record of a file that arrived under another path and is absent there now. */
async function continueRenamed(sending: SendContext, item: ZoneItem, before: ZoneItem): Promise<boolean> {
  const { context, open } = sending;
  const { sent } = before;
  if (sent === null || !(await isStillThere(sending, sent.file))) return false;
  // The last scan may be some seconds old.
  if ((await open.source.stat(before.path)) !== null) return false;
  const { file, version, sha256, sizeBytes, at } = sent;
  return context.records.transaction(() => {
    // RACE: another new file with the same bytes may go on with it since it was looked at.
    if (!context.records.files.forget(before.id)) return false;
    recordArrival(sending, item, {
      file,
      version,
      sha256,
      sizeBytes,
      at,
      fingerprint: item.fingerprint,
      event: 'renamed',
      from: before.path,
      // It stays in the folder it was sent to, and in that folder's manifest.
      folder: context.records.runs.get(before.run)?.folder ?? sending.run.folder,
    });
    if (sent.verifiedAt !== null) context.records.files.verified(item.id, sha256, sent.verifiedAt);
    return true;
  });
}

/**
 * Files of a manifest with this content, most likely first: those at this file's target path or with its source path,
 * then those that were elsewhere in its run, or have its name where the manifest tells no source.
 */
async function byLikelihood(
  { run, open }: SendContext,
  item: ZoneItem,
  found: readonly DestinationFile[],
): Promise<readonly DestinationFile[]> {
  const { folders, name } = destinationPathOf(run.folder, item.inside);
  const own = [...folders, name].join('/');
  const isOwn = (there: DestinationFile): boolean =>
    there.source === item.path || (there.source === null && there.at === own);
  const inside = run.key === item.path ? item.inside : `${run.name}/${item.inside}`;
  const others: DestinationFile[] = [];
  for (const there of found) {
    if (isOwn(there)) continue;
    const { source, at } = there;
    const isOfRun = source !== null && datasetOf(open.zone.wish, source).key === run.key;
    const isMovedInRun = isOfRun && (await open.source.stat(source)) === null;
    const isNamesake = source === null && `/${at}`.endsWith(`/${inside}`);
    if (isMovedInRun || isNamesake) others.push(there);
  }
  return [...found.filter(isOwn), ...others];
}

async function claimListed(sending: SendContext, item: ZoneItem, there: DestinationFile): Promise<boolean> {
  const { records } = sending.context;
  const version = await isStillThere(sending, there.remote);
  if (version === null) {
    records.destination.claim(sending.open.zone.id, there.at);
    return false;
  }
  return records.transaction(() => {
    // RACE: another new file with the same bytes may have been matched to it since it was looked for.
    if (!records.destination.claim(sending.open.zone.id, there.at)) return false;
    recordArrival(sending, item, {
      file: there.remote,
      version: there.version ?? version,
      sha256: there.sha256,
      sizeBytes: item.sizeBytes,
      fingerprint: item.fingerprint,
      at: there.at,
      event: 'found',
      folder: there.folder,
    });
    return true;
  });
}

/** @returns the file's current version; null when it is gone. */
async function isStillThere({ reader }: SendContext, file: DestinationFile['remote']) {
  try {
    const detail = await reader.api.file(file);
    return detail.isGone ? null : detail.version;
  } catch (error) {
    if (isFault(error, 'gone', 'refused')) return null;
    throw error;
  }
}
