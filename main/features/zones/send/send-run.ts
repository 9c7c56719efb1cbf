import { FaultError, mayBeLifted, POLICY, toFault } from '../../../../shared/fault.ts';
import type { Fault } from '../../../../shared/fault.ts';
import { HOUR, SECOND } from '../../../../shared/units.ts';
import { backoffMs, restAfterRefusal } from '../../../core/policy/backoff.ts';
import type { ZoneItem } from '../records/rows.ts';
import { DestinationRefuses } from './destination.ts';
import { labelsFor } from './run-folder.ts';
import { sendFile } from './send-file.ts';
import type { SendContext } from './send-context.ts';
import { isFault } from './read-back.ts';

/** Files of one run in transfer at the same time: enough to hide the latency of calls without using much memory. */
const AT_ONCE = 4;
/** Longest retry delay. Refused files are retried too, because a quota may have been raised. */
export const LONGEST_WAIT_MS = 6 * HOUR;
/** Delay for a file that changed while it was read. */
const LATER_MS = 2 * SECOND;
/** This many failing calls of different files in a row are a failure of the service. */
const FAILING_IN_A_ROW = 3;

/** Result of sending a run. */
export interface SendTally {
  readonly sent: number;
  readonly sentBytes: number;
  readonly recognised: number;
  readonly refused: number;
}

/** The account has to wait, or the destination accepts nothing: the rest of the round is skipped. */
export class RoundStops extends Error {
  readonly fault: Fault;
  readonly isDestination: boolean;

  constructor(fault: Fault, isDestination: boolean) {
    super(`the round stops: ${fault.kind}`);
    this.fault = fault;
    this.isDestination = isDestination;
  }
}

/** Sends the waiting files of a settled run. Faults of single files are recorded with them. @throws RoundStops. */
export async function sendRun(sending: SendContext, isStopped: () => Promise<boolean>): Promise<SendTally> {
  const queue = [...sending.context.records.files.due(sending.run.id, sending.context.world.clock.now())];
  const tally = { sent: 0, sentBytes: 0, recognised: 0, refused: 0, failing: 0 };
  let stop: RoundStops | null = null;
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      if (stop !== null || (await isStopped())) return;
      try {
        await sendOne(sending, item, tally);
      } catch (error) {
        if (!(error instanceof RoundStops)) throw error;
        stop ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (stop === null && !(await isStopped())) await label(sending).catch(stopping);
  endRun(sending);
  if (stop !== null) throw stop as RoundStops;
  return tally;
}

interface Tally {
  sent: number;
  sentBytes: number;
  recognised: number;
  refused: number;
  failing: number;
}

async function sendOne(sending: SendContext, item: ZoneItem, tally: Tally): Promise<void> {
  const { files } = sending.context.records;
  const now = (): number => sending.context.world.clock.now();
  try {
    const outcome = await sendFile(sending, item);
    tally.failing = 0;
    if (outcome === 'sent') {
      tally.sent += 1;
      tally.sentBytes += item.sizeBytes;
    } else if (outcome === 'recognised') tally.recognised += 1;
    sending.context.changed();
  } catch (error) {
    const fault = error instanceof DestinationRefuses ? error.fault : toFault(error);
    if (error instanceof DestinationRefuses || fault.kind === 'not-allowed' || fault.kind === 'scope')
      throw new RoundStops(fault, true);
    if (POLICY[fault.kind].stops === 'account') throw new RoundStops(fault, false);
    if (fault.kind === 'bug') sending.context.world.log.error('zones.file', { detail: fault.detail });
    if (fault.kind === 'stale') return files.postpone(item.id, now() + LATER_MS);
    await writeDown(sending, item, fault, tally);
    // An HTML page or a nonsensical answer (status below 500) concerns one file, however often it happens.
    const isOutage = fault.kind === 'failing' && fault.page === undefined && fault.status >= 500;
    if (isOutage && ++tally.failing >= FAILING_IN_A_ROW) throw new RoundStops(fault, false);
  }
}

async function writeDown(sending: SendContext, item: ZoneItem, fault: Fault, tally: Tally): Promise<void> {
  const { records, world } = sending.context;
  const isRefused = fault.kind === 'refused' || fault.kind === 'gone';
  if (isRefused && (await isFolderGone(sending))) return records.files.postpone(item.id, world.clock.now() + LATER_MS);
  const refusedMs = mayBeLifted(fault) ? restAfterRefusal(item.attempts + 1) : LONGEST_WAIT_MS;
  const waitMs = isRefused ? refusedMs : backoffMs(item.attempts + 3, world.random.next());
  if (isRefused) tally.refused += 1;
  records.transaction(() => {
    records.files.failed(item.id, { fault, isRefused, retryAt: world.clock.now() + waitMs });
    if (isRefused && item.state !== 'refused')
      records.audit.add(world.clock.now(), 'refused', {
        zone: sending.open.zone.wish.name,
        path: item.path,
        status: fault.kind === 'refused' ? fault.status : null,
        said: 'messages' in fault ? fault.messages : [],
      });
  });
}

/** Whether the folder of the run was removed at the service, which also causes refusals. */
async function isFolderGone({ destination, run }: SendContext): Promise<boolean> {
  try {
    return await destination.isGone({ id: (await destination.folder(run.folder)).id, names: run.folder });
  } catch (error) {
    return stopping(error);
  }
}

function stopping(error: unknown): never {
  if (error instanceof DestinationRefuses) throw new RoundStops(error.fault, true);
  if (error instanceof FaultError && POLICY[error.fault.kind].stops === 'account')
    throw new RoundStops(error.fault, false);
  throw error;
}

/** Sets tags and description of the files that arrived. Failures are ignored: labels are not worth stopping a run. */
async function label(sending: SendContext): Promise<void> {
  const { context, open, run, reader } = sending;
  const { wish } = open.zone;
  if (wish.tags.length === 0 && wish.description === '' && run.label === null) return;
  for (const item of context.records.files.unlabelled(run.id)) {
    if (item.sent === null) continue;
    const { clock } = context.world;
    const facts = { wish, run, computer: context.computer, atMs: item.modifiedMs };
    const { tags, description } = labelsFor({ ...facts, minutesEast: clock.minutesEast(item.modifiedMs) });
    try {
      const said = { ...(tags.length > 0 ? { tags } : {}), ...(description === null ? {} : { description }) };
      await reader.api.describe(item.sent.file, said);
    } catch (error) {
      if (!isFault(error, 'refused', 'not-allowed', 'scope', 'gone', 'failing')) throw error;
    }
    context.records.files.labelled(item.id);
  }
}

/** Marks the run as complete when all of it has arrived and all of it could be read. */
function endRun({ context, open, run, isPartlyUnseen }: SendContext): void {
  const { records, world } = context;
  const counts = records.runs.counts(run.id);
  if (isPartlyUnseen || counts.waiting > 0 || counts.refused > 0 || records.runs.get(run.id)?.completed !== null)
    return;
  const now = world.clock.now();
  records.transaction(() => {
    records.runs.arrived(run.id, now);
    const { files, sizeBytes } = counts;
    records.audit.add(now, 'run complete', {
      zone: open.zone.wish.name,
      run: run.name,
      key: run.key,
      files,
      sizeBytes,
    });
  });
}
