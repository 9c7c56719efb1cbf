import type { Zone } from '../records/zone-records.ts';
import type { Records, ZonesWorld } from './zone-context.ts';

type Context = { readonly records: Records; readonly world: Pick<ZonesWorld, 'clock'> };

/** Raises or solves an alert of a zone, as `text` says: null is that all is well. Once per cause, with a line of the log. */
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
