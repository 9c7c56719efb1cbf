import { FaultError } from '../../../shared/fault.ts';
import type { MirrorId, ServiceId } from '../../../shared/ids.ts';
import { refusalTexts } from '../../../shared/text/acting.ts';
import { isFault } from '../../engine/bench.ts';
import { readSettings } from '../../engine/settings.ts';
import type { Mirror } from '../../journal/mirrors.ts';
import { refused } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { serviceOf, type ThereDetail } from './there.ts';

/** A file at the service that is to go, and whose it is. */
export interface Leaving {
  readonly mirror: Mirror | null;
  readonly detail: ThereDetail;
  /** Where it is, for the list of what is kept. */
  readonly path: string;
}

/**
 * Removes a file that is only at the service: its bytes are fetched into the store first, then it is looked at once more.
 * RACE: a colleague's edit between that look and the removal goes too; it stays in the file's history.
 * @returns the name in the store; null when it never had bytes. @throws FaultError.
 */
export async function removeFileThere(parts: AppParts, leaving: Leaving): Promise<string | null> {
  const { detail, mirror } = leaving;
  const api = await serviceOf(parts, mirror);
  const stored = detail.version === null ? null : await preserve(parts, leaving);
  const now = await api.file(detail.id);
  if (now.isGone) return stored;
  if (now.version !== detail.version || now.name !== detail.name)
    throw refused(refusalTexts.changedJustNow(detail.name));
  await api.deleteFile(detail.id).catch((error: unknown) => {
    if (!isFault(error, 'gone')) throw error;
  });
  return stored;
}

/** Archives a folder of the service with all that is in it; it can be brought back. @throws FaultError. */
export async function archiveThere(parts: AppParts, mirror: Mirror | null, id: ServiceId): Promise<void> {
  const api = await serviceOf(parts, mirror);
  await api.archiveFolder(id);
}

async function preserve(parts: AppParts, { mirror, detail, path }: Leaving): Promise<string> {
  const { journal, world } = parts;
  const { storeMaxBytes } = readSettings(journal.facts);
  if (journal.store.totalBytes() + (detail.sizeBytes ?? 0) > storeMaxBytes)
    throw refused(refusalTexts.storeFull(detail.name));
  const name = `${mirror?.id ?? 'service'}-${world.random.uuid()}`;
  const row = { name, mirror: mirror?.id ?? ('' as MirrorId), path, reason: 'removed here', at: world.clock.now() };
  journal.store.put({ ...row, sizeBytes: detail.sizeBytes, sha256: null });
  try {
    const { sha256, sizeBytes } = await fetchInto(parts, { mirror, detail, path }, name);
    journal.store.put({ ...row, sizeBytes, sha256 });
    return name;
  } catch (error) {
    await world.disk.dropStored(name).catch(() => undefined);
    journal.store.remove(name);
    throw error;
  }
}

/** Whole by the size that the service tells, or nothing. */
async function fetchInto(parts: AppParts, { mirror, detail }: Leaving, name: string) {
  const { engine, world } = parts;
  const { id, version, sizeBytes } = detail;
  if (version === null) throw new FaultError({ kind: 'gone', messages: [] });
  const link = await engine.link();
  const content = await link.api(mirror?.organization ?? null).versionContent(id, version);
  const into = await world.disk.stageInStore(name);
  try {
    let cameBytes = 0;
    for await (const chunk of await chunksOf(link.storage, content)) {
      await into.write(chunk);
      cameBytes += chunk.byteLength;
    }
    if (sizeBytes !== null && sizeBytes !== cameBytes)
      throw new FaultError({
        kind: 'offline',
        detail: `a download broke off after ${cameBytes} of ${sizeBytes} bytes`,
      });
    return await into.finish();
  } catch (error) {
    await into.discard().catch(() => undefined);
    throw error;
  }
}

type Storage = Awaited<ReturnType<AppParts['engine']['link']>>['storage'];

async function chunksOf(
  storage: Storage,
  { url, inline }: { url: string | null; inline: string | null },
): Promise<AsyncIterable<Uint8Array>> {
  return url === null ? oneChunk(new TextEncoder().encode(inline ?? '')) : (await storage.get(url)).body;
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
