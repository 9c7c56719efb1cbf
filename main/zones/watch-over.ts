import { zoneTexts } from '../../shared/text/zones.ts';
import { DAY, HOUR } from '../../shared/units.ts';
import type { SourceFacts } from '../ports/source.ts';
import { alertIf } from './alerting.ts';
import type { Live } from './live.ts';
import { isLow, standingOf } from './zone-state.ts';
import type { Zone } from './records/zone-records.ts';
import type { ZoneParts } from './zone-parts.ts';

/** An alert comes before the disk is wiped, when this part of the time is over. */
const WIPE_PART = 0.8;

/** Raises what people should hear of, once per cause, and solves what is over. */
export function watchOver(parts: ZoneParts, zone: Zone, live: Live): void {
  const { alerts: texts } = zoneTexts;
  const { wish } = zone;
  const now = parts.world.clock.now();
  const standing = standingOf(parts, zone);
  const isStalled = standing.oldestQuietAt !== null && now - standing.oldestQuietAt > wish.stalledAfterHours * HOUR;
  const oldest = standing.oldestUnconfirmedAt;
  const isWipeNear =
    wish.wipeAfterDays !== null && oldest !== null && now - oldest > wish.wipeAfterDays * WIPE_PART * DAY;
  const [unreadable] = live.unreadable;
  const { facts, stop } = live;
  const causes: { readonly [cause: string]: string | null } = {
    folder: folderText(facts?.is ?? 'folder', wish.folder),
    overlap: live.overlap === null ? null : zoneTexts.overlaps(wish.folder, live.overlap),
    destination: stop?.isDestination === true ? zoneTexts.fault(stop.fault) : null,
    account: stop !== null && isForPerson(stop.fault.kind) ? zoneTexts.fault(stop.fault) : null,
    refused: standing.refused > 0 ? texts.refused : null,
    unreadable: unreadable === undefined ? null : texts.unreadable(live.unreadableCount, unreadable.path),
    'disk low': isLow(live) ? texts.diskLow(live.facts?.freeBytes ?? 0) : null,
    stalled: isStalled ? texts.stalled(wish.stalledAfterHours) : null,
    'wipe near': isWipeNear ? texts.wipeSoon(wish.wipeAfterDays ?? 0) : null,
    ledger: live.isLedgerFull ? texts.ledger : null,
  };
  for (const [cause, text] of Object.entries(causes)) alertIf(parts, zone, cause, text);
}

function isForPerson(kind: string): boolean {
  return kind === 'signed-out' || kind === 'access-ended';
}

function folderText(is: SourceFacts['is'], folder: string): string | null {
  if (is === 'folder') return null;
  return is === 'missing' ? zoneTexts.missing(folder) : zoneTexts.unreadable(folder);
}
