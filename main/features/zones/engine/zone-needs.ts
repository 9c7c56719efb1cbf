import type { ZoneNeed } from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import type { ZoneStatus } from '../observe/live-runs.ts';
import { zoneKey } from '../records/zone-records.ts';
import type { ZoneContext } from '../observe/zone-context.ts';
import { isPaused } from '../observe/zone-state.ts';

/** Everything in all zones that needs a person: the open alerts, and zones whose database cannot be written. */
export function neededIn({ records, world }: ZoneContext, liveOf: (zone: number) => ZoneStatus): readonly ZoneNeed[] {
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
