import type { ZoneNeed } from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import type { Live } from '../observe/live-runs.ts';
import { zoneKey } from '../records/zone-records.ts';
import type { ZoneContext } from '../observe/zone-context.ts';
import { isPaused } from '../observe/zone-state.ts';

/** Everything of all zones that needs a person: what is on record, and that nothing can be put on record. */
export function neededIn({ records, world }: ZoneContext, liveOf: (zone: number) => Live): readonly ZoneNeed[] {
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
