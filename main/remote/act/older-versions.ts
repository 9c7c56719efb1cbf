import { FaultError, type FaultOf, type VersionSum } from '../../../shared/fault.ts';
import { type AgreedLoss, agreedLoss } from '../../../shared/features/edit/model.ts';
import type { ItemId, MirrorId, ServiceId, VersionId } from '../../../shared/ids.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import { isLossAgreed, type OlderOf, type OlderPlan, planOlder, sumOf } from '../../core/policy/older-versions.ts';
import type { Journal } from '../../journal/journal.ts';
import type { StoredFile } from '../../journal/records/trash.ts';
import type { RemoteVersion } from '../api/shapes.ts';
import { confirmRefusal } from '../../engine/context/confirm-refusal.ts';
import { isFault, type MirrorContext } from '../../engine/context/mirror-context.ts';
import type { SyncSettings } from '../../engine/context/settings.ts';
import { fetchVersion } from '../../engine/content/fetch-version.ts';
import { oldestFirst } from '../../engine/content/sent-history.ts';
import { unlistTrash } from '../../engine/content/move-to-trash.ts';

/** What keeping older versions needs; `mirror.id` is empty for a file in no mirror. */
export interface Keeping extends Pick<MirrorContext, 'journal' | 'world' | 'api' | 'storage'> {
  readonly mirror: { readonly id: MirrorId };
  readonly settings: Pick<SyncSettings, 'storeMaxBytes' | 'olderVersionsMaxBytes'>;
}

/** A file that is to be removed at the service. */
export interface FileToRemove {
  readonly file: ServiceId;
  /** Its newest version, whose bytes are kept separately. */
  readonly head: VersionId;
  readonly path: string;
  /** Bytes that its newest version still needs in the trash; left out: it is there already. */
  readonly headBytes?: number;
}

/** What a removal keeps of a file's older versions, and what would be lost by it. */
export interface OlderOutlook {
  readonly kept: VersionSum;
  readonly lost: VersionSum;
  /** Some of them, or the whole history, cannot be read at the service. */
  readonly isRefused: boolean;
}

const NOTHING: VersionSum = { versions: 0, sizeBytes: 0 };
const UNKNOWN: OlderOutlook = { kept: NOTHING, lost: { versions: null, sizeBytes: null }, isRefused: true };
const REFUSALS = ['gone', 'refused', 'not-allowed', 'scope'] as const;

/** What would become of a file's older versions; fetches nothing. @throws FaultError. */
export async function weighOlder(keeping: Keeping, leaving: FileToRemove): Promise<OlderOutlook> {
  const plan = await planFor(keeping, leaving);
  if (plan === null) return UNKNOWN;
  return { kept: sumOf([...plan.kept, ...plan.fetched]), lost: sumOf(plan.lost), isRefused: false };
}

/**
 * Fetches a file's older versions into the trash before the file is removed at the service, which offers no way to read
 * versions of a removed file. A version whose bytes another local file has is fetched all the same: that file may be
 * edited, and the versions must come back in order.
 * @returns what a person has to agree to first: more would be lost than they know.
 * @throws FaultError.
 */
export async function keepOlder(
  keeping: Keeping,
  leaving: FileToRemove,
  base: AgreedLoss | null,
): Promise<FaultOf<'older-versions'> | null> {
  const { journal, settings } = keeping;
  // Versions that an earlier try fetched belong to this removal, and come back only when a person asks.
  journal.trash.keepOlderVersions(leaving.file);
  // With no space reserved for older versions, a person has decided already.
  if (settings.olderVersionsMaxBytes === 0) return null;
  const plan = await planFor(keeping, leaving);
  if (plan === null) return questionOf(leaving, UNKNOWN, base);
  const planned = { kept: sumOf([...plan.kept, ...plan.fetched]), lost: sumOf(plan.lost), isRefused: false };
  const early = questionOf(leaving, planned, base);
  if (early !== null) return early;
  const lost = [...plan.lost];
  const kept = [...plan.kept];
  let isRefused = false;
  for (const one of plan.fetched) {
    const came = await fetchOlder(keeping, leaving, {
      one,
      roomBytes: roomLeft(keeping, kept) - (leaving.headBytes ?? 0),
    });
    if (typeof came === 'number') kept.push({ ...one, sizeBytes: came });
    else lost.push(one);
    isRefused ||= came === 'refused';
  }
  return questionOf(leaving, { kept: sumOf(kept), lost: sumOf(lost), isRefused }, base);
}

function questionOf(
  { path, head }: FileToRemove,
  { kept, lost, isRefused }: OlderOutlook,
  base: AgreedLoss | null,
): FaultOf<'older-versions'> | null {
  return isLossAgreed(lost, head, base) ? null : { kind: 'older-versions', path, kept, lost, isRefused };
}

/** Null when the history cannot be read, or lacks the version that is surely there. @throws FaultError. */
async function planFor(keeping: Keeping, { file, head, headBytes = 0 }: FileToRemove): Promise<OlderPlan | null> {
  const versions = await historyOf(keeping, { file, head });
  if (versions === null) return null;
  const { journal, settings } = keeping;
  const here = await keptOf(keeping, file);
  const older = oldestFirst(versions).map(({ id, sizeBytes }, order): OlderOf => ({
    version: id,
    order,
    sizeBytes,
    isKept: here.has(id),
  }));
  const room = {
    fileBytes: settings.olderVersionsMaxBytes,
    storeBytes: settings.storeMaxBytes - journal.trash.totalBytes() - headBytes,
  };
  return planOlder(
    older.filter(({ version }) => version !== head),
    room,
  );
}

/**
 * Null when the service refuses to show it. A refusal, and a history without the version that is surely there, are
 * believed when they come twice: the person who is asked because of it decides about bytes.
 */
async function historyOf(
  { api }: Keeping,
  { file, head }: Pick<FileToRemove, 'file' | 'head'>,
): Promise<readonly RemoteVersion[] | null> {
  for (let turn = 0; turn < 2; turn++)
    try {
      const versions = await api.everyVersion(file);
      if (versions.some(({ id }) => id === head)) return versions;
    } catch (error) {
      if (!isFault(error, 'refused', 'not-allowed', 'scope')) throw error;
    }
  return null;
}

/** The complete versions of a file in the trash. A row without bytes, or without a hash, is removed. */
async function keptOf({ journal, world }: Keeping, file: ServiceId): Promise<ReadonlySet<VersionId>> {
  const rows = journal.trash.ofFile(file).flatMap(row => (row.older ? [{ row, version: row.older.version }] : []));
  if (rows.length === 0) return new Set();
  const files = new Map((await world.disk.listStored()).map(stored => [stored.name, stored]));
  const kept = new Set<VersionId>();
  for (const { row, version } of rows) {
    const stored = files.get(row.name);
    const isWhole = stored?.isFinished === true && stored.sizeBytes === row.sizeBytes && row.sha256 !== null;
    if (isWhole) kept.add(version);
    else await forget(journal, world, row.name);
  }
  return kept;
}

async function forget({ trash }: Journal, world: Keeping['world'], name: string): Promise<void> {
  await world.disk.dropStored(name);
  trash.remove(name);
}

function roomLeft({ journal, settings }: Keeping, kept: readonly OlderOf[]): number {
  const ofFile = settings.olderVersionsMaxBytes - (sumOf(kept).sizeBytes ?? 0);
  return Math.min(ofFile, settings.storeMaxBytes - journal.trash.totalBytes());
}

interface Fetching {
  readonly one: OlderOf;
  /** For a version whose size the service does not tell. */
  readonly roomBytes: number;
}

/** Thrown internally to end a download that exceeds its space. */
class TooLarge extends Error {}

/** @returns its size; `refused`: the service does not send it; `too-large`: it gave no size, and exceeds the space. */
async function fetchOlder(
  keeping: Keeping,
  { file, path }: FileToRemove,
  { one, roomBytes }: Fetching,
): Promise<number | 'refused' | 'too-large'> {
  const { journal, world, mirror } = keeping;
  const name = `${mirror.id || 'service'}-${world.random.uuid()}`;
  const row: StoredFile = {
    name,
    mirror: mirror.id,
    path,
    sizeBytes: one.sizeBytes,
    sha256: null,
    reason: 'older version',
    at: world.clock.now(),
    file,
    older: { version: one.version, order: one.order },
  };
  try {
    const { sha256, sizeBytes } = await confirmRefusal(() => bring(keeping, { row, one, file, roomBytes }));
    const known = journal.items.hashOf(one.version);
    if (known !== null && known !== sha256) throw otherBytes();
    journal.trash.put({ ...row, sizeBytes, sha256 });
    return sizeBytes;
  } catch (error) {
    await unlistTrash(keeping, path, [name]);
    if (error instanceof TooLarge) return 'too-large';
    if (isFault(error, ...REFUSALS)) return 'refused';
    throw error;
  }
}

/**
 * The row is written before the file, so that no file of the trash is without a row; without a hash, no removal relies
 * on it.
 */
async function bring(
  keeping: Keeping,
  { row, one, file, roomBytes }: Fetching & { readonly row: StoredFile; readonly file: ServiceId },
) {
  keeping.journal.trash.put(row);
  const into = await keeping.world.disk.stageInStore(row.name);
  let came = 0;
  const onWritten = (bytes: number): void => {
    came += bytes;
    if (one.sizeBytes === null && came > roomBytes) throw new TooLarge();
  };
  const { api, storage } = keeping;
  const wanted = { item: null, file, version: one.version, sizeBytes: one.sizeBytes, into, onWritten };
  return fetchVersion({ api, storage }, wanted);
}

function otherBytes(): FaultError {
  const messages = ['It sent other bytes for an older version than those that were here.'];
  return new FaultError({ kind: 'failing', status: 200, messages });
}

const PREFIX = 'unkept.';

/** A person agreed that this many older versions of a file are lost with it. */
export function agreeToLose({ facts }: Pick<Journal, 'facts'>, item: ItemId, agreed: AgreedLoss): void {
  facts.set(`${PREFIX}${item}`, JSON.stringify(agreed));
}

/** What a person agreed to lose with an item; null: nothing. */
export function agreedLossOf({ facts }: Pick<Journal, 'facts'>, item: ItemId): AgreedLoss | null {
  return agreedLoss
    .nullable()
    .catch(null)
    .parse(jsonOrNull(facts.get(`${PREFIX}${item}`)));
}

/** Forgets agreements about items that no longer exist, or are local again. */
export function forgetNeedlessLosses({ journal }: Pick<MirrorContext, 'journal'>): void {
  for (const { name } of journal.facts.withPrefix(PREFIX)) {
    const item = journal.items.get(Number(name.slice(PREFIX.length)) as ItemId);
    if (item === null || item.local !== null) journal.facts.set(name, null);
  }
}
