import { datasetOf } from './dataset.ts';
import type { ZoneItem } from '../records/file-records.ts';
import type { Pending } from '../records/run-records.ts';
import { LONGEST_BY_GAPS_MS, LONGEST_WHILE_OPEN_MS, quietMs, SHORT_QUIET_MS } from './settle.ts';
import type { OpenZone, ZoneContext } from './zone-context.ts';

/** A file that a program has open for writing, and until when that delays its run. */
interface Written {
  readonly item: ZoneItem;
  readonly latest: number;
}

/**
 * Whether a program still has a file of the run open for writing, as far as this account can see. If so, the run waits
 * for another quiet time, up to a limit, because some programs never close their files. Not checked when a person or a
 * marker declared the run finished.
 */
export async function isStillOpen(context: ZoneContext, open: OpenZone, { run }: Pending): Promise<boolean> {
  const { wish } = open.zone;
  const isAsked = wish.settle.kind === 'quiet' && !run.isReleased;
  const written = isAsked ? [...(await seenInRun(context, open, run)), ...(await firstOfRun(context, open, run))] : [];
  const { records, world } = context;
  const now = world.clock.now();
  for (const { item, latest } of written) {
    const waitMs = Math.max(SHORT_QUIET_MS, quietMs(wish.quietSeconds, item.sizeBytes, item.gapMs));
    records.files.setQuiet(item.id, Math.min(latest, now + waitMs));
  }
  const named = written[0]?.item.path ?? null;
  if (named !== run.openFile) records.runs.setOpenFile(run.id, named);
  return written.length > 0;
}

/** Files of the run among all files open for writing. Files of other users' programs are not visible. */
async function seenInRun(
  context: ZoneContext,
  { zone, source }: OpenZone,
  { key }: Pending['run'],
): Promise<Written[]> {
  const { records, world } = context;
  const { realPath } = await source.survey();
  const found: Written[] = [];
  for (const absolute of await context.writing(realPath)) {
    const path = absolute.slice(realPath.length + 1);
    if (datasetOf(zone.wish, path).key !== key) continue;
    const at = path.lastIndexOf('/');
    const known = records.files.named(zone.id, path.slice(0, Math.max(at, 0)), [path.slice(at + 1)]);
    for (const { id } of known.values()) {
      const item = records.files.get(id);
      const latest = (item?.changedAt ?? 0) + LONGEST_BY_GAPS_MS;
      if (item !== null && world.clock.now() < latest) found.push({ item, latest });
    }
  }
  return found;
}

/**
 * The first file for which the system itself confirms a writer. That is certain, so it may delay the run for longer.
 */
async function firstOfRun(
  { records, world }: ZoneContext,
  { source }: OpenZone,
  { id, openFile }: Pending['run'],
): Promise<Written[]> {
  const now = world.clock.now();
  // The file that was open last time probably still is: asking about it first avoids asking about thousands of others.
  const isKnown = ({ path }: ZoneItem): number => (path === openFile ? 0 : 1);
  for (const item of records.files.due(id, now).toSorted((one, other) => isKnown(one) - isKnown(other))) {
    const latest = item.changedAt + LONGEST_WHILE_OPEN_MS;
    if (now >= latest) continue;
    // A file that cannot be asked about is reported when it is read.
    const isWritten = await source.isWritten(item.path).catch(() => false);
    if (isWritten === null) return [];
    if (isWritten) return [{ item, latest }];
  }
  return [];
}
