import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { setAlert } from '../observe/zone-alerts.ts';
import type { ZoneItem } from '../records/rows.ts';
import { hasBytes, isFault, type Reader } from './read-back.ts';
import type { OpenZone, ZoneContext } from '../observe/zone-context.ts';

/** Hashes out of 256 in the sample: about one file in twenty, always the same ones. */
const SAMPLE = 13;
const PAGE = 200;

/** Whether the zone's setting selects this file for verification. */
export function isSampled(verify: 'none' | 'sample' | 'all', sha256: string): boolean {
  if (verify !== 'sample') return verify === 'all';
  return Number.parseInt(sha256.slice(0, 2), 16) < SAMPLE;
}

/** Which files to verify: of one run or of all; as the zone's setting selects, or all of them. */
export interface VerifyOptions {
  readonly run: number | null;
  readonly all: boolean;
  readonly isStopped: () => Promise<boolean>;
}

/**
 * Reads files back from the service and compares them with what was sent. A file that differs is sent again and an
 * alert is raised. @returns how many were verified. @throws FaultError.
 */
export async function verifySent(
  context: ZoneContext,
  open: OpenZone,
  reader: Reader,
  { run, all, isStopped }: VerifyOptions,
): Promise<number> {
  const { zone } = open;
  let [proved, after] = [0, 0];
  for (;;) {
    const page = context.records.files.unverified(zone.id, { run, after, limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return proved;
    for (const item of page) {
      if (await isStopped()) return proved;
      if (item.sent === null) continue;
      if ((all || isSampled(zone.wish.verify, item.sent.sha256)) && (await verifyOne(context, open, reader, item)))
        proved += 1;
    }
    after = last.id;
  }
}

async function verifyOne(context: ZoneContext, { zone }: OpenZone, reader: Reader, item: ZoneItem): Promise<boolean> {
  const { records, world } = context;
  const { sent } = item;
  if (sent === null) return false;
  const isThere = await isAsSent(reader, sent);
  const now = world.clock.now();
  records.transaction(() => {
    if (isThere) records.files.verified(item.id, sent.sha256, now);
    else records.files.mismatched(item.id);
    const { file, version, sha256 } = sent;
    const event = isThere ? 'verified' : 'not as sent';
    records.audit.add(now, event, { zone: zone.wish.name, path: item.path, to: sent.at, sha256, file, version });
  });
  if (!isThere) setAlert(context, zone, `mismatch: ${item.path}`, zoneTexts.alerts.mismatch(item.path));
  context.changed();
  return isThere;
}

async function isAsSent(
  reader: Reader,
  { file, version, sha256, sizeBytes }: NonNullable<ZoneItem['sent']>,
): Promise<boolean> {
  try {
    const at = version ?? (await reader.api.file(file)).version;
    return at !== null && (await hasBytes(reader, { file, version: at }, { sha256, sizeBytes }));
  } catch (error) {
    if (isFault(error, 'gone')) return false;
    throw error;
  }
}
