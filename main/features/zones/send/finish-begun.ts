import type { Target, ZoneItem } from '../records/rows.ts';
import { confirmUpload, findArrivedVersion } from './read-back.ts';
import { recordArrival, type SendContext } from './send-context.ts';

/** What is needed to finish an attempt. */
type BeforeRun = Pick<SendContext, 'context' | 'open' | 'reader'>;

/**
 * Finishes an upload or version of an earlier attempt, or finds that it did not arrive.
 * @returns whether it has arrived and is recorded. @throws FaultError when that could not be determined.
 */
export async function finishBegun(
  sending: BeforeRun & Pick<SendContext, 'run'>,
  item: ZoneItem,
  target: Target,
): Promise<boolean> {
  const { reader, context } = sending;
  const { file, version, base, sha256, sizeBytes } = target;
  // Without a hash not all bytes were sent, so it cannot have been confirmed.
  const there =
    sha256 === null
      ? null
      : target.kind === 'upload'
        ? await confirmUpload(reader, { file, version, sha256, sizeBytes })
        : await findArrivedVersion(reader, { file, base, sha256, sizeBytes });
  if (there === null || sha256 === null) {
    context.records.files.setTarget(item.id, null);
    return false;
  }
  const event = target.kind === 'upload' ? 'confirmed' : 'version';
  recordArrival(sending, item, { ...target, ...there, sha256, fingerprint: target.stamp, event });
  return true;
}

/**
 * Finishes what was begun for a file that is absent from the source now. It was removed, and what arrived is listed; or it
 * was renamed, and goes on under its new name as soon as it is known whether it arrived. @throws FaultError when that
 * could not be determined.
 */
export async function finishAbsent(sending: BeforeRun, item: ZoneItem): Promise<void> {
  const { files, runs } = sending.context.records;
  const target = files.get(item.id)?.target ?? null;
  const run = runs.get(item.run);
  if (target === null || run === null || run.folder === null) return;
  const { folder, completed } = run;
  if (await finishBegun({ ...sending, run: { ...run, folder } }, item, target)) {
    // What was complete without it is complete with it.
    if (completed !== null) runs.arrived(run.id, completed);
    return;
  }
  // Nothing of it is at the service, so it is forgotten like every other file that was never sent.
  files.setPresent(item.id, false);
}
