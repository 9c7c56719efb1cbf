import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/units.ts';
import type { SourceFacts } from '../../../ports/read-only-folder.ts';
import type { Zone } from '../records/zone-records.ts';
import type { ZoneStatus } from './zone-status.ts';
import { isDiskLow, isRunWanted, type ZoneProgress, progressOf } from './zone-state.ts';
import type { Records, ZoneContext, ZonesWorld } from './zone-context.ts';

/** The wipe alert is raised after this part of the time until the disk is wiped. */
const WIPE_PART = 0.8;
/** Clock difference to the service that raises an alert. */
const CLOCK_MS = 5 * MINUTE;

/** Raises an alert for each problem that holds now and resolves those that are over. */
export function updateAlerts(context: ZoneContext, zone: Zone, status: ZoneStatus): void {
  const causes = {
    ...conditionCauses(zone, status),
    ...backlogCauses(zone, progressOf(context, zone), context.world.clock.now()),
  };
  for (const [cause, text] of Object.entries(causes)) setAlert(context, zone, cause, text);
}

type Causes = { readonly [cause: string]: string | null };

/** Problems with the folder, the destination, the account or this computer. */
function conditionCauses({ wish }: Zone, status: ZoneStatus): Causes {
  const { alerts: texts } = zoneTexts;
  const [unreadable] = status.unreadable;
  const { facts, stop, overlappingMirror: overlap, isLedgerFull } = status;
  return {
    folder: folderText(facts?.is ?? 'folder', wish.folder),
    overlap: overlap === null ? null : zoneTexts.overlaps(wish.folder, overlap),
    destination: stop?.isDestination === true ? zoneTexts.fault(stop.fault) : null,
    account: stop !== null && isForPerson(stop.fault.kind) ? zoneTexts.fault(stop.fault) : null,
    unreadable:
      unreadable === undefined ? null : texts.unreadable(status.unreadableCount, unreadable.path, unreadable.code),
    clock: isClockWrong(status) ? texts.clock(status.clockAheadMs ?? 0) : null,
    'disk low': isDiskLow(status) ? texts.diskLow(facts?.freeBytes ?? 0) : null,
    ledger: isLedgerFull ? texts.ledger : null,
  };
}

/** Problems with what has not arrived. */
function backlogCauses({ wish }: Zone, standing: ZoneProgress, now: number): Causes {
  const { alerts: texts } = zoneTexts;
  const { oldestQuietAt, oldestUnconfirmedAt: oldest, refused } = standing;
  const isStalled = oldestQuietAt !== null && now - oldestQuietAt > wish.stalledAfterHours * HOUR;
  const days = wish.wipeAfterDays;
  const isWipeNear = days !== null && oldest !== null && now - oldest > days * WIPE_PART * DAY;
  return {
    refused: refused > 0 ? texts.refused : null,
    stalled: isStalled ? texts.stalled(wish.stalledAfterHours) : null,
    'wipe near': isWipeNear ? texts.wipeSoon(days) : null,
  };
}

function isClockWrong({ clockAheadMs: aheadMs }: ZoneStatus): boolean {
  return aheadMs !== null && Math.abs(aheadMs) > CLOCK_MS;
}

function isForPerson(kind: string): boolean {
  return kind === 'signed-out' || kind === 'access-ended';
}

function folderText(is: SourceFacts['is'], folder: string): string | null {
  if (is === 'folder') return null;
  if (is === 'no-answer') return zoneTexts.noAnswer(folder);
  return is === 'missing' ? zoneTexts.missing(folder) : zoneTexts.unreadable(folder);
}

/** Cause key of the alert. */
const LEFT_LATE = 'left late';

/**
 * Reports once that an earlier version skipped files that appeared after the zone was added, because their modification
 * times are older. They may be many, so a person decides whether to send them.
 */
export function alertSkippedFiles(context: ZoneContext, zone: Zone): void {
  const { records } = context;
  const left = records.runs.pending(zone.id).filter(each => !isRunWanted(zone, each));
  records.transaction(() => {
    const late = records.initialScan.clearSkipped(
      zone.id,
      left.map(({ run }) => run.id),
    );
    if (late > 0) setAlert(context, zone, LEFT_LATE, zoneTexts.alerts.leftLate(late, zone.wish.name));
    if (left.length === 0) setAlert(context, zone, LEFT_LATE, null);
  });
}

type Context = { readonly records: Records; readonly world: Pick<ZonesWorld, 'clock'> };

/**
 * Raises an alert of a zone with `text`, or resolves it when `text` is null. One open alert per cause, with a line in
 * the audit log.
 */
export function setAlert({ records, world }: Context, { id, wish }: Zone, cause: string, text: string | null): void {
  const now = world.clock.now();
  const { name } = wish;
  records.transaction(() => {
    if (text === null) {
      if (records.alerts.solve(id, cause, now)) records.audit.add(now, 'alert solved', { zone: name, cause });
    } else if (records.alerts.raise({ id, name }, { cause, text }, now))
      records.audit.add(now, 'alert', { zone: name, cause, text });
  });
}
