import type { ZoneStatus } from './live-runs.ts';
import type { Pending } from '../records/run-records.ts';
import type { Zone } from '../records/zone-records.ts';
import { isMarker, readiness } from './settle.ts';
import type { Readiness } from './settle.ts';
import type { ZoneContext } from './zone-context.ts';

/** Whether a run is finished by the rule of its zone. */
export function readinessOf(
  { records, world }: ZoneContext,
  zone: Zone,
  live: ZoneStatus,
  pending: Pending,
): Readiness {
  const { settle } = zone.wish;
  const { run, lastChangeAt, quietAt, oldestMs } = pending;
  return readiness(
    settle,
    {
      lastChangeAt,
      quietAt,
      isReleased: run.isReleased,
      hasMarker: settle.kind === 'marker' && hasMarker(settle.name),
      hasNextRun: settle.kind === 'next-run' && records.runs.hasLater(zone.id, run.id, oldestMs),
    },
    world.clock.now(),
  );

  function hasMarker(pattern: string): boolean {
    const named = [run.name, run.key.slice(run.key.lastIndexOf('/') + 1)];
    if (records.runs.hasName(run.id, name => named.some(each => isMarker(pattern, name, each)))) return true;
    // A marker beside the runs has to name its run: `*` in its pattern stands for the run's name.
    const beside = pattern.includes('{run}') ? pattern : pattern.replace('*', '{run}');
    if (!beside.includes('{run}')) return false;
    return [...live.markers].some(name => named.some(each => isMarker(beside, name, each)));
  }
}
