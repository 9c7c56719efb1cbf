import { zoneTexts } from '../../shared/text/zones.ts';
import type { Live } from './live.ts';
import { zoneKey } from './records/zone-records.ts';
import type { ZoneParts } from './zone-parts.ts';
import { isPaused } from './zone-state.ts';

/** Something of a zone that needs a person. */
export interface ZoneNeed {
  /** The same as long as it is the same thing. */
  readonly key: string;
  /** The zone's id, such as `z1`. */
  readonly zone: string;
  readonly zoneName: string;
  readonly cause: string;
  readonly text: string;
  /** Since when, ms since the epoch; null where that could not be written down. */
  readonly at: number | null;
}

/** Everything of all zones that needs a person: what is on record, and that nothing can be put on record. */
export function neededIn({ records, world }: ZoneParts, liveOf: (zone: number) => Live): readonly ZoneNeed[] {
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
