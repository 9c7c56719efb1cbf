import { datasetOf } from './dataset.ts';
import type { Pending } from './records/run-records.ts';
import { LONGEST_BY_GAPS_MS, quietMs } from './settle.ts';
import type { OpenZone, ZoneParts } from './zone-parts.ts';

/**
 * Whether a program still has a file of a run open for writing, as far as this account can see. Then the run waits for
 * quiet once more, but not for ever: some programs never close what they wrote. Where a person or a marker says that it
 * is finished, nobody is asked.
 */
export async function isStillOpen(parts: ZoneParts, { zone, source }: OpenZone, { run }: Pending): Promise<boolean> {
  const { records, world } = parts;
  if (zone.wish.settle.kind !== 'quiet' || run.isReleased) return false;
  const { realPath } = await source.survey();
  const now = world.clock.now();
  let isOpen = false;
  for (const absolute of await parts.writing(realPath)) {
    const path = absolute.slice(realPath.length + 1);
    if (datasetOf(zone.wish, path).key !== run.key) continue;
    const at = path.lastIndexOf('/');
    const known = records.files.named(zone.id, path.slice(0, Math.max(at, 0)), [path.slice(at + 1)]);
    for (const { id } of known.values()) {
      const item = records.files.get(id);
      const latest = (item?.changedAt ?? 0) + LONGEST_BY_GAPS_MS;
      if (item === null || now >= latest) continue;
      records.files.setQuiet(id, Math.min(latest, now + quietMs(zone.wish.quietSeconds, item.sizeBytes, item.gapMs)));
      isOpen = true;
    }
  }
  return isOpen;
}
