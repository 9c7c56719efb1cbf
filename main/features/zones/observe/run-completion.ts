import type { SettleRule } from '../../../../shared/features/zones/model.ts';
import { DAY, MINUTE, SECOND } from '../../../../shared/units.ts';
import { baseName } from '../../../../shared/local-path.ts';
import type { Pending } from '../records/run-records.ts';
import type { Zone } from '../records/zone-records.ts';
import type { ZoneItem } from '../records/rows.ts';
import type { ZoneStatus } from './zone-status.ts';
import type { OpenZone, ZoneContext } from './zone-context.ts';
import { datasetOf } from './dataset.ts';

/** The quiet time grows by one second per this many bytes. */
const BYTES_A_SECOND = 100_000_000;
const LONGEST_QUIET_MS = 10 * MINUTE;
/**
 * If an instrument was seen to pause between writes, wait this many times the longest pause, at most
 * `LONGEST_BY_GAPS_MS`.
 */
const GAPS = 3;
const LONGEST_BY_GAPS_MS = 30 * MINUTE;
/** A file that is known to be open for writing delays its run for at most this long after its last change. */
const LONGEST_WHILE_OPEN_MS = DAY;
/**
 * After a marker or the next run, nothing may have changed for this long. Also the interval for asking whether a file
 * is open.
 */
const SHORT_QUIET_MS = 5 * SECOND;

/** How long a file must stay unchanged to count as finished, in milliseconds. */
export function quietMs(quietSeconds: number, sizeBytes: number, longestGapMs: number): number {
  const bySize = quietSeconds * SECOND + Math.floor(sizeBytes / BYTES_A_SECOND) * SECOND;
  const byGaps = Math.min(longestGapMs * GAPS, LONGEST_BY_GAPS_MS);
  return Math.max(Math.min(bySize, Math.max(LONGEST_QUIET_MS, quietSeconds * SECOND)), byGaps);
}

/** What decides whether a run is finished. Times are ms since the epoch. */
interface RunFacts {
  readonly lastChangeAt: number;
  /** When all its files will have been unchanged for long enough. */
  readonly quietAt: number;
  readonly hasMarker: boolean;
  readonly hasNextRun: boolean;
  /** A person declared it finished. */
  readonly isReleased: boolean;
}

type Readiness =
  | { readonly isReady: true }
  /** `at`: when it will be ready if nothing changes; null: not known. */
  | { readonly isReady: false; readonly waitsFor: SettleRule['kind']; readonly at: number | null };

/** Whether a run is finished. After the clock was set back, waits no longer than for a file changed now. */
export function runReadiness(rule: SettleRule, run: RunFacts, nowMs: number): Readiness {
  if (run.isReleased) return { isReady: true };
  const lastChangeAt = Math.min(run.lastChangeAt, nowMs);
  const quietAt = lastChangeAt + Math.max(0, run.quietAt - run.lastChangeAt);
  if (rule.kind === 'by-hand') return { isReady: false, waitsFor: 'by-hand', at: null };
  if (rule.kind === 'marker' && !run.hasMarker) return { isReady: false, waitsFor: 'marker', at: null };
  if (rule.kind === 'next-run' && !run.hasNextRun) return { isReady: false, waitsFor: 'next-run', at: null };
  const at = rule.kind === 'quiet' ? quietAt : Math.min(quietAt, lastChangeAt + SHORT_QUIET_MS);
  return nowMs >= at ? { isReady: true } : { isReady: false, waitsFor: 'quiet', at };
}

/** Whether a name matches a marker pattern; `*` matches any characters, `{run}` the run's name. */
export function isMarker(pattern: string, name: string, run: string): boolean {
  return markerPattern(pattern, run).test(name);
}

/** Whether a file could be the marker of any run. */
export function couldBeMarker(pattern: string, name: string): boolean {
  return markerPattern(pattern.replaceAll('{run}', '*'), '').test(name);
}

function markerPattern(pattern: string, run: string): RegExp {
  const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = pattern.split(/(\*|\{run\})/).map(part => {
    if (part === '*') return '.*';
    return part === '{run}' ? escaped(run) : escaped(part);
  });
  return new RegExp(`^${parts.join('')}$`, 'isu');
}

/** Whether a run is finished by the rule of its zone. */
export function readinessOf(
  { records, world }: ZoneContext,
  zone: Zone,
  status: ZoneStatus,
  pending: Pending,
): Readiness {
  const { settle } = zone.wish;
  const { run, lastChangeAt, quietAt, oldestMs } = pending;
  return runReadiness(
    settle,
    {
      lastChangeAt,
      quietAt,
      isReleased: run.isReleased,
      hasMarker: settle.kind === 'marker' && hasMarker(settle.name),
      hasNextRun: settle.kind === 'next-run' && records.runs.hasLaterRun(zone.id, run.id, oldestMs),
    },
    world.clock.now(),
  );

  function hasMarker(pattern: string): boolean {
    const named = [run.name, baseName(run.key)];
    if (records.runs.hasName(run.id, name => named.some(each => isMarker(pattern, name, each)))) return true;
    // A marker beside the runs has to name its run: `*` in its pattern stands for the run's name.
    const beside = pattern.includes('{run}') ? pattern : pattern.replace('*', '{run}');
    if (!beside.includes('{run}')) return false;
    return [...status.markers].some(name => named.some(each => isMarker(beside, name, each)));
  }
}

/** A file that a program has open for writing, and until when that delays its run. */
interface OpenFile {
  readonly item: ZoneItem;
  readonly latest: number;
}

/**
 * Whether a program still has a file of the run open for writing, as far as this account can see. If so, the run waits
 * for another quiet time, up to a limit, because some programs never close their files. Not checked when a person or a
 * marker declared the run finished.
 */
export async function hasOpenFile(context: ZoneContext, open: OpenZone, { run }: Pending): Promise<boolean> {
  const { wish } = open.zone;
  const isAsked = wish.settle.kind === 'quiet' && !run.isReleased;
  const written = isAsked
    ? [...(await visibleOpenFiles(context, open, run)), ...(await confirmedOpenFile(context, open, run))]
    : [];
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
async function visibleOpenFiles(
  context: ZoneContext,
  { zone, source }: OpenZone,
  { key }: Pending['run'],
): Promise<OpenFile[]> {
  const { records, world } = context;
  const { realPath } = await source.survey();
  const found: OpenFile[] = [];
  for (const absolute of await context.openFiles(realPath)) {
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
async function confirmedOpenFile(
  { records, world }: ZoneContext,
  { source }: OpenZone,
  { id, openFile }: Pending['run'],
): Promise<OpenFile[]> {
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
