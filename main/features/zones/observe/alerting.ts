import type { Zone } from '../records/zone-records.ts';
import type { Records, ZonesWorld } from './zone-context.ts';

type Context = { readonly records: Records; readonly world: Pick<ZonesWorld, 'clock'> };

/**
 * Raises an alert of a zone with `text`, or resolves it when `text` is null. One open alert per cause, with a line in
 * the audit log.
 */
export function alertIf({ records, world }: Context, { id, wish }: Zone, cause: string, text: string | null): void {
  const now = world.clock.now();
  const { name } = wish;
  records.transaction(() => {
    if (text === null) {
      if (records.alerts.solve(id, cause, now)) records.audit.add(now, 'alert solved', { zone: name, cause });
    } else if (records.alerts.raise({ id, name }, { cause, text }, now))
      records.audit.add(now, 'alert', { zone: name, cause, text });
  });
}
