import type { Fault } from '../../../../shared/fault.ts';
import type {
  SafeFile,
  SettleRule,
  ZoneCard,
  ZoneFile,
  ZoneNeed,
  ZoneRun,
  ZoneState,
} from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { DAY } from '../../../../shared/units.ts';
import type { Source } from '../../../ports/read-only-folder.ts';
import type { ZoneStatus } from '../observe/zone-status.ts';
import { numberOf } from '../records/rows.ts';
import type { Pending, Run } from '../records/run-records.ts';
import { type Zone, zoneKey } from '../records/zone-records.ts';
import { readinessOf } from '../observe/run-completion.ts';
import type { ZoneContext } from '../observe/zone-context.ts';
import {
  isDiskLow,
  isPartlyUnseen,
  isPaused,
  isRunWanted,
  type ZoneProgress,
  progressOf,
} from '../observe/zone-state.ts';
import type { ZoneItem } from '../records/rows.ts';

/** The state of a zone as the contract shows it. */
export function cardOf(context: ZoneContext, zone: Zone, status: ZoneStatus): ZoneCard {
  const { records, world } = context;
  const standing = progressOf(context, zone);
  const countdown = countdownOf(context, zone, status);
  const { state, trouble } = stateOf({ context, zone, status, standing, isWaiting: countdown !== null });
  const [lastRun] = records.runs.page(zone.id, null, 1);
  const { waiting, confirmed, verified, refused, olderUnsent } = standing;
  return {
    id: zoneKey(zone.id),
    definition: zone.wish,
    destinationId: zone.destination,
    destinationPath: zone.remotePath,
    state,
    trouble,
    volume: status.facts?.volume ?? 'unknown',
    freeBytes: status.facts?.freeBytes ?? null,
    checkedAt: zone.checked,
    isSeen: status.isScanned && status.facts?.is === 'folder',
    pausedUntil: zone.paused === null || zone.paused === 0 ? null : zone.paused,
    files: { waiting, confirmed, verified, refused },
    olderUnsent,
    waitingBytes: standing.waitingBytes,
    ...todayOf(context, zone, world.clock.now()),
    oldestUnconfirmedAt: standing.oldestUnconfirmedAt,
    lastRun: lastRun === undefined ? null : { id: lastRun.id, name: lastRun.name, at: lastRun.firstSeen },
    countdown,
    current: currentOf(context, zone, status),
    safe: { files: standing.safeFiles, sizeBytes: standing.safeBytes },
    sendingNow: [...status.transfers],
    next: zone.next !== null && zone.next.until > world.clock.now() ? zone.next : null,
    unreadable: [...status.unreadable],
    alerts: records.alerts.open(zone.id),
  };
}

interface StateInputs {
  readonly context: ZoneContext;
  readonly zone: Zone;
  readonly status: ZoneStatus;
  readonly standing: ZoneProgress;
  readonly isWaiting: boolean;
}

type StateAndTrouble = Pick<ZoneCard, 'state' | 'trouble'>;

/** The first state that applies, in order of urgency: what needs a person comes before what resolves itself. */
function stateOf({ context, zone, status, standing, isWaiting }: StateInputs): StateAndTrouble {
  const inTheWay = hindranceOf(context, zone, status);
  if (inTheWay !== null) return inTheWay;
  if (status.isComparing) return { state: 'comparing', trouble: null };
  const open = context.records.alerts.list().filter(alert => alert.zone === zoneKey(zone.id));
  const stalled = open.find(({ cause }) => cause === 'stalled');
  if (status.transfers.length > 0) return { state: 'sending', trouble: null };
  if (stalled !== undefined) return troubled('stalled', stalled.text);
  if (isDiskLow(status)) return troubled('disk-low', zoneTexts.alerts.diskLow(status.facts?.freeBytes ?? 0));
  if (status.blockingProgram !== null) return troubled('gives-way', zoneTexts.givesWay(status.blockingProgram));
  if (status.isOutsideHours) return { state: 'outside-hours', trouble: null };
  if (isWaiting) return { state: 'waiting-for-run', trouble: null };
  if (standing.sendable > 0) return { state: 'sending', trouble: null };
  if (!status.isScanned) return { state: 'not-looked', trouble: null };
  if (standing.refused > 0) return troubled('refused', zoneTexts.alerts.refused);
  const [unreadable] = status.unreadable;
  if (unreadable === undefined) return { state: 'watching', trouble: null };
  const { path, code } = unreadable;
  return troubled('partly-unreadable', zoneTexts.alerts.unreadable(status.unreadableCount, path, code));
}

/** Why a zone neither scans nor sends; null when nothing prevents it. */
function hindranceOf(
  { world }: ZoneContext,
  zone: Zone,
  { cannotRecord, facts, overlappingMirror: overlap, stop }: ZoneStatus,
): StateAndTrouble | null {
  const { folder } = zone.wish;
  if (isPaused(zone, world.clock.now())) return { state: 'paused', trouble: null };
  if (cannotRecord !== null) return troubled('cannot-record', zoneTexts.cannotRecord(cannotRecord));
  if (facts?.is === 'missing') return troubled('folder-missing', zoneTexts.missing(folder));
  if (facts?.is === 'unreadable') return troubled('folder-unreadable', zoneTexts.unreadable(folder));
  if (facts?.is === 'no-answer') return troubled('folder-unreadable', zoneTexts.noAnswer(folder));
  if (overlap !== null) return troubled('overlaps', zoneTexts.overlaps(folder, overlap));
  if (stop === null) return null;
  return troubled(stop.isDestination ? 'destination-refuses' : ofAccount(stop.fault), zoneTexts.fault(stop.fault));
}

function troubled(state: ZoneState, text: string): StateAndTrouble {
  return { state, trouble: { kind: state, text } };
}

function ofAccount({ kind }: Fault): ZoneState {
  return kind === 'signed-out' || kind === 'access-ended' ? 'signed-out' : 'offline';
}

/** The run whose turn it is: runs are sent in the order in which they are pending. */
function currentOf(context: ZoneContext, zone: Zone, status: ZoneStatus): ZoneCard['current'] {
  const { runs } = context.records;
  const pending = runs
    .pending(zone.id)
    .find(
      each => each.refused < each.files && isRunWanted(zone, each) && readinessOf(context, zone, status, each).isReady,
    );
  if (pending === undefined) return null;
  const { files, confirmed } = runs.counts(pending.run.id);
  return { run: pending.run.id, name: pending.run.name, files, confirmed };
}

function countdownOf(context: ZoneContext, zone: Zone, status: ZoneStatus): ZoneCard['countdown'] {
  let first: NonNullable<ZoneCard['countdown']> | null = null;
  for (const pending of context.records.runs.pending(zone.id)) {
    if (!isRunWanted(zone, pending)) continue;
    const ready = readinessOf(context, zone, status, pending);
    if (ready.isReady) continue;
    const { run, lastChangeAt } = pending;
    if (first === null || (ready.at ?? Infinity) < (first.readyAt ?? Infinity))
      first = {
        run: run.id,
        name: run.name,
        lastChangeAt,
        readyAt: ready.at,
        openFile: openFileOf(run, ready.waitsFor),
      };
  }
  return first;
}

function todayOf({ records }: ZoneContext, zone: Zone, now: number): Pick<ZoneCard, 'todayBytes' | 'todayFiles'> {
  const row = records.db.one(
    'SELECT count(*) AS files, sum(sent_size) AS bytes FROM file WHERE zone = ? AND confirmed >= ?',
    zone.id,
    now - (now % DAY),
  );
  return { todayBytes: numberOf(row, 'bytes'), todayFiles: numberOf(row, 'files') };
}

/** The state of a run as the contract shows it. */
export function runCardOf(context: ZoneContext, zone: Zone, status: ZoneStatus, run: Run): ZoneRun {
  const { records } = context;
  const counts = records.runs.counts(run.id);
  const pending = records.runs.pending(zone.id, run.id)[0] ?? null;
  const ready = pending === null ? null : readinessOf(context, zone, status, pending);
  return {
    id: run.id,
    zone: zoneKey(zone.id),
    name: run.name,
    key: run.key,
    state: runStateOf(zone, pending, ready?.isReady ?? false, {
      unsent: counts.waiting + counts.refused,
      isPartlyUnseen: isPartlyUnseen(zone, status, run.key),
    }),
    waitsFor: ready === null || ready.isReady ? null : waitsForOf(run, ready.waitsFor),
    readyAt: ready === null || ready.isReady ? null : ready.at,
    lastChangeAt: pending?.lastChangeAt ?? null,
    firstSeenAt: run.firstSeen,
    completedAt: pending === null ? run.completed : null,
    operator: run.operator,
    label: run.label,
    folder: run.folder?.join('/') ?? null,
    files: counts.files,
    confirmed: counts.confirmed,
    verified: counts.verified,
    refused: counts.refused,
    sizeBytes: counts.sizeBytes,
    manifest: manifestOf(context, zone, run, counts.confirmed),
  };
}

function waitsForOf(run: Run, waitsFor: SettleRule['kind']): string {
  const openFile = openFileOf(run, waitsFor);
  return openFile === null ? zoneTexts.waitsFor[waitsFor] : zoneTexts.waitsForOpen(openFile);
}

/**
 * The file that is still open for writing. Only reported while the run waits for quiet; other rules have their own
 * reason.
 */
function openFileOf({ openFile }: Run, waitsFor: SettleRule['kind']): string | null {
  return waitsFor === 'quiet' ? openFile : null;
}

function manifestOf({ records }: ZoneContext, zone: Zone, { folder }: Run, confirmed: number): ZoneRun['manifest'] {
  if (!zone.wish.manifest || folder === null || confirmed === 0) return 'none';
  return records.runs.isListDue(zone.id, folder) ? 'due' : 'there';
}

function runStateOf(
  zone: Zone,
  pending: Pending | null,
  isReady: boolean,
  { unsent, isPartlyUnseen: isUnseen }: { unsent: number; isPartlyUnseen: boolean },
): ZoneRun['state'] {
  // A file that vanished before its last change was sent has not arrived.
  if (pending === null) return isUnseen || unsent > 0 ? 'incomplete' : 'complete';
  if (!isRunWanted(zone, pending)) return 'skipped';
  if (!isReady) return 'waiting';
  return pending.refused === pending.files ? 'incomplete' : 'ready';
}

/** One file of a run as the contract shows it. */
export function fileCardOf(item: ZoneItem): ZoneFile {
  const { sent, fault } = item;
  return {
    id: item.id,
    path: item.path,
    sizeBytes: item.sizeBytes,
    modifiedAt: item.modifiedMs,
    state: item.state,
    trouble: fault === null ? null : { kind: fault.kind, text: zoneTexts.fault(fault) },
    retryAt: item.retryAt,
    sha256: sent?.sha256 ?? null,
    file: sent?.file ?? null,
    version: sent?.version ?? null,
    confirmedAt: sent?.confirmedAt ?? null,
    verifiedAt: sent?.verifiedAt ?? null,
    isHere: item.isPresent,
    changedAfter: item.changedAfter,
  };
}

/** Everything in all zones that needs a person: the open alerts, and zones whose database cannot be written. */
export function zoneNeeds({ records, world }: ZoneContext, liveOf: (zone: number) => ZoneStatus): readonly ZoneNeed[] {
  const alerts = records.alerts.list().map(({ id, zone, zoneName, cause, text, raisedAt }): ZoneNeed => {
    return { key: `${id}`, zone, zoneName, cause, text, at: raisedAt };
  });
  const now = world.clock.now();
  const unrecorded = records.zones.all().flatMap((zone): readonly ZoneNeed[] => {
    const { cannotRecord } = liveOf(zone.id);
    if (cannotRecord === null || isPaused(zone, now)) return [];
    const key = zoneKey(zone.id);
    const about = { key: `record ${key}`, zone: key, zoneName: zone.wish.name, cause: 'cannot-record', at: null };
    return [{ ...about, text: zoneTexts.cannotRecord(cannotRecord) }];
  });
  return [...unrecorded, ...alerts];
}

const PAGE = 200;

/**
 * Lists files that may be deleted from this computer, page by page: read back from the service (with `confirmed`:
 * confirmed by it) and unchanged on disk, which is checked again for each file.
 * @returns the rows and the cursor of the next page; null after the last page.
 */
export async function safeFiles(
  { records }: ZoneContext,
  { zone, source }: { zone: Zone; source: Source },
  { after, limit, confirmed }: { after: number; limit: number; confirmed: boolean },
): Promise<{ rows: SafeFile[]; next: number | null }> {
  const rows: SafeFile[] = [];
  let at = after;
  while (rows.length < limit) {
    const page = records.files.arrivedAfter(zone.id, at, PAGE);
    if (page.length === 0) return { rows, next: null };
    for (const item of page) {
      if (rows.length === limit) break;
      at = item.id;
      const { sent } = item;
      if (sent === null || (item.state !== 'verified' && !confirmed)) continue;
      const here = await source.stat(item.path).catch(() => null);
      if (here?.kind !== 'file' || here.fingerprint !== item.fingerprint || here.sizeBytes !== sent.sizeBytes) continue;
      const { sha256, file, confirmedAt, verifiedAt } = sent;
      rows.push({ path: item.path, sizeBytes: item.sizeBytes, sha256, file, confirmedAt, verifiedAt });
    }
  }
  return { rows, next: at };
}
