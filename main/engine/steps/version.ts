import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { toLocalName } from '../../core/names.ts';
import { versionFrame } from '../../remote/api/service.ts';
import type { RemoteVersion } from '../../remote/api/shapes.ts';
import { versionBody } from '../../remote/version-body.ts';
import { isFault, itemOf, tell } from '../bench.ts';
import type { Bench, Outcome } from '../bench.ts';
import { fetchVersion, freshHead } from './fetch.ts';
import { reading } from './reading.ts';
import { agree } from './records.ts';

/**
 * Sends an edit as a new version of the same file, on top of what both sides agreed on. When somebody else was first
 * (409) nothing is sent again with a newer base: the next look and plan decide (T24).
 */
export async function uploadVersion(bench: Bench, id: ItemId, onTop: boolean): Promise<Outcome> {
  const item = itemOf(bench, id);
  if (
    item === null ||
    item.local === null ||
    item.remote === null ||
    item.local.sha256 === null ||
    (item.agreed === null && !onTop)
  )
    return 'deferred';
  if (item.agreed === null && (await isThereAlready(bench, item, item.local.sha256))) return agree(bench, id);
  if (bench.journal.intents.isOpen(id)) return 'deferred';
  const { local, remote, agreed } = item;
  const sha256: Sha256 = item.local.sha256;
  const base = onTop || agreed === null ? await headOf(bench, item) : agreed.version;
  const work = { kind: 'upload-version', file: remote.id, base, sha256, sizeBytes: local.sizeBytes } as const;
  const intent = bench.journal.intents.begin(bench.mirror.id, id, { work, now: bench.world.clock.now() });
  try {
    const version = await sendVersionBytes(
      bench,
      { from: id, stamp: local.stamp, sha256 },
      { file: remote.id, frame: versionFrame(base) },
    );
    settleVersion(
      bench,
      { item: id, intent, sha256, sizeBytes: local.sizeBytes },
      { id: version.id, updatedAt: version.createdAt, extraction: version.extraction },
    );
    return 'done';
  } catch (error) {
    // These answers prove that nothing was stored.
    if (isFault(error, 'stale', 'refused', 'gone', 'not-allowed', 'scope')) bench.journal.intents.end(intent);
    if (isFault(error, 'refused') && error.fault.kind === 'refused' && error.fault.status === 413)
      throw tooLarge(local.sizeBytes);
    throw error;
  }
}

/** Whether the head of a new pair has the bytes that are here; nothing is put in place. */
async function isThereAlready(bench: Bench, item: Item, ours: Sha256): Promise<boolean> {
  const head = await freshHead(bench, item);
  if (head === null || item.remote === null || item.local === null) return false;
  if (head.sizeBytes !== null && head.sizeBytes !== item.local.sizeBytes) return false;
  const { version } = head;
  const sha256 = bench.journal.items.hashOf(version) ?? (await hashOfHead(bench, item, head));
  const remote = { ...item.remote, version, updatedAt: head.updatedAt };
  bench.journal.transaction(() => {
    bench.journal.items.recordHash(version, sha256);
    bench.journal.items.setRemote(item.id, 'present', remote);
  });
  return sha256 === ours;
}

/** Fetches the head only to know its bytes. */
async function hashOfHead(
  bench: Bench,
  item: Item,
  head: NonNullable<Awaited<ReturnType<typeof freshHead>>>,
): Promise<Sha256> {
  const into = await bench.world.disk.stage(bench.mirror.root, bench.world.random.uuid());
  const { id: file, version, sizeBytes } = head;
  const { sha256 } = await fetchVersion(bench, { item: item.id, file, version, sizeBytes, into });
  await into.discard();
  return sha256;
}

/** Sends the bytes of one item's file as a version of a file at the service. */
export function sendVersionBytes(
  bench: Bench,
  source: { from: ItemId; stamp: string; sha256: Sha256 },
  to: { file: ServiceId; frame: readonly [string, string] },
): Promise<RemoteVersion> {
  return reading(bench, source.from, {
    stamp: source.stamp,
    sha256: source.sha256,
    send: file => bench.api.addVersion(to.file, versionBody(to.frame, file, file.mustBeUnchanged)),
  });
}

/** The frame for a version on whatever the head of a file is now. */
export async function headFrame(bench: Bench, file: ServiceId): Promise<readonly [string, string]> {
  const { version } = await bench.api.file(file);
  return versionFrame(version);
}

async function headOf(bench: Bench, item: Item): Promise<VersionId | null> {
  const detail = item.remote === null ? null : await bench.api.file(item.remote.id);
  return detail?.version ?? null;
}

function tooLarge(sizeBytes: number): FaultError {
  const messages = [`The file (${Math.round(sizeBytes / 1_000_000)} MB) is too large to send as a version.`];
  return new FaultError({ kind: 'refused', status: 413, messages });
}

/** Records a version that the service has from us. Also used by recovery. */
export function settleVersion(
  bench: Bench,
  sent: { item: ItemId; intent: number; sha256: Sha256; sizeBytes: number },
  version: { id: VersionId; updatedAt: string | null; extraction: string | null },
): void {
  const { journal } = bench;
  journal.transaction(() => {
    journal.intents.end(sent.intent);
    const item = itemOf(bench, sent.item);
    if (item === null || item.remote === null) return;
    journal.items.recordHash(version.id, sent.sha256);
    const remote = { ...item.remote, version: version.id, sizeBytes: sent.sizeBytes, updatedAt: version.updatedAt };
    journal.items.setRemote(item.id, item.remoteSight, remote);
    journal.items.setExtraction(item.id, version.extraction);
    const { parent, name: remoteName } = item.remote;
    const place = item.agreed ?? { parent, remoteName, localName: item.local?.name ?? toLocalName(remoteName) };
    journal.items.setAgreed(item.id, { ...place, version: version.id, sha256: sent.sha256 });
    tell(bench, {
      item: item.id,
      verb: 'sent',
      cause: 'changed here',
      file: item.remote.id,
      version: version.id,
      sizeBytes: sent.sizeBytes,
    });
  });
  bench.progress.sent();
}
