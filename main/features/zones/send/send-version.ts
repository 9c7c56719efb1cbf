import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { versionFrame } from '../../../remote/transfer/version-frame.ts';
import { versionBody } from '../../../remote/transfer/version-body.ts';
import { isFault } from './read-back.ts';
import type { Target, ZoneItem } from '../records/file-records.ts';
import { reading, recordArrival } from './send-context.ts';
import type { Sending } from './send-context.ts';

/** A new version for an existing file of the service. */
export interface NewVersion {
  readonly file: ServiceId;
  readonly base: VersionId | null;
  /** Its path below the destination. */
  readonly at: string;
  readonly sha256: Sha256;
  /** Why: the source changed after it was sent, or other content has the name at the destination. */
  readonly cause: 'changed' | 'other bytes there';
}

/** Limit for retries when another client adds versions at the same time. */
const TRIES = 3;

/**
 * Sends a file as a new version and raises an alert, because a file that counted as finished was not.
 * @returns false when the service takes no version of this size, or the file is gone. @throws FaultError.
 */
export async function sendVersion(sending: Sending, item: ZoneItem, version: NewVersion): Promise<boolean> {
  const { context, open, run } = sending;
  const { records, world } = context;
  const text = zoneTexts.alerts[version.cause === 'changed' ? 'changed' : 'other'](run.name, item.path);
  const cause = `${version.cause}: ${run.key}`;
  records.transaction(() => {
    const isNew = records.alerts.raise(
      { id: open.zone.id, name: open.zone.wish.name },
      { cause, text },
      world.clock.now(),
    );
    if (isNew) records.audit.add(world.clock.now(), 'alert', { zone: open.zone.wish.name, cause, text });
  });
  let { base } = version;
  for (let attempt = 1; ; attempt++) {
    try {
      await sendOn(sending, item, { ...version, base });
      return true;
    } catch (error) {
      if (isFault(error, 'stale', 'refused', 'gone', 'not-allowed')) records.files.setTarget(item.id, null);
      if (isFault(error, 'gone') || isTooLarge(error)) return false;
      const isOvertaken = isFault(error, 'stale') && error.fault.kind === 'stale' && error.fault.status !== undefined;
      if (!isOvertaken || attempt === TRIES) throw error;
      // The other client's version stays in the history, below ours.
      base = (await sending.reader.api.file(version.file)).version;
    }
  }
}

async function sendOn(sending: Sending, item: ZoneItem, version: NewVersion): Promise<void> {
  const { context, reader } = sending;
  const { file, base, at, sha256 } = version;
  await reading(sending, item, async source => {
    const { sizeBytes, stamp } = source;
    const target: Target = { kind: 'version', file, version: null, base, at, sha256, sizeBytes, stamp };
    context.records.files.setTarget(item.id, target);
    const frame = versionFrame(base, zoneTexts.versionNote(context.computer));
    const body = versionBody(frame, { sizeBytes, chunks: source.chunks }, source.mustBeUnchanged);
    const made = await reader.api.addVersion(file, reader.storage.sending(body));
    recordArrival(sending, item, { file, version: made.id, sha256, sizeBytes, stamp, at, event: 'version' });
  });
}

function isTooLarge(error: unknown): boolean {
  return isFault(error, 'refused') && error.fault.kind === 'refused' && error.fault.status === 413;
}
