import type { ZoneAlert } from '../../../shared/model/zones.ts';
import type { Cause } from '../alerts/records.ts';

/** What people should hear of the drop zones, wherever they are. A cause that comes back later is another alert. */
export function causesOf(alerts: readonly ZoneAlert[]): readonly Cause[] {
  return alerts.map(({ id, cause, zoneName, text }) => ({
    key: `zone:${id}`,
    cause: `zone-${cause}`,
    subject: zoneName,
    text,
  }));
}
