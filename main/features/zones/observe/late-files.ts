import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { alertIf } from './alerting.ts';
import type { Zone } from '../records/zone-records.ts';
import type { ZoneContext } from './zone-context.ts';
import { isWanted } from './zone-state.ts';

/** Cause key of the alert. */
const LEFT_LATE = 'left late';

/**
 * Reports once that an earlier version skipped files that appeared after the zone was added, because their modification
 * times are older. They may be many, so a person decides whether to send them.
 */
export function tellOfLeftLate(context: ZoneContext, zone: Zone): void {
  const { records } = context;
  const left = records.runs.pending(zone.id).filter(each => !isWanted(zone, each));
  records.transaction(() => {
    const late = records.first.takeLate(
      zone.id,
      left.map(({ run }) => run.id),
    );
    if (late > 0) alertIf(context, zone, LEFT_LATE, zoneTexts.alerts.leftLate(late, zone.wish.name));
    if (left.length === 0) alertIf(context, zone, LEFT_LATE, null);
  });
}
