import { datasetOf } from './dataset.ts';
import type { ZoneItem } from '../records/file-records.ts';
import type { Pending } from '../records/run-records.ts';
import { LONGEST_BY_GAPS_MS, LONGEST_WHILE_OPEN_MS, quietMs, SHORT_QUIET_MS } from './settle.ts';
import type { OpenZone, ZoneContext } from './zone-context.ts';

/** A file that a program has open for writing, and until when that keeps its run waiting. */
interface Written {
  readonly item: ZoneItem;
  readonly latest: number;
}

/**
 * Whether a program still has a file of a run open for writing, as far as this account can see. Then the run waits for
 * quiet once more, but not for ever: some programs never close what they wrote. Where a person or a marker says that it
 * is finished, nobody is asked.
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

/** Those that are seen among all files which programs have open: of other people's programs nothing is shown. */
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

/** The first of which the system says so when it is asked about that file: it knows for certain, so that lasts longer. */
async function firstOfRun(
  { records, world }: ZoneContext,
  { source }: OpenZone,
  { id, openFile }: Pending['run'],
): Promise<Written[]> {
  const now = world.clock.now();
  // What was open before most likely still is: thousands of others need not be asked about then.
  const isKnown = ({ path }: ZoneItem): number => (path === openFile ? 0 : 1);
  for (const item of records.files.due(id, now).toSorted((one, other) => isKnown(one) - isKnown(other))) {
    const latest = item.changedAt + LONGEST_WHILE_OPEN_MS;
    if (now >= latest) continue;
    // What cannot be asked about is told of when it is read.
    const isWritten = await source.isWritten(item.path).catch(() => false);
    if (isWritten === null) return [];
    if (isWritten) return [{ item, latest }];
  }
  return [];
}
