import { badRequest } from '../../../shared/fault.ts';
import type { MirrorId, ServiceId, VersionId } from '../../../shared/ids.ts';
import type { AgreedLoss } from '../../../shared/features/edit/model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { readSettings } from '../../engine/context/settings.ts';
import { fetchVersion } from '../../engine/content/fetch-version.ts';
import { keepOlder } from '../../remote/act/older-versions.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { serviceOf, type RemoteDetail } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { keepingOf } from './weigh-removal.ts';

/** A file at the service to be removed. */
export interface Leaving {
  readonly mirror: Mirror | null;
  readonly detail: RemoteDetail;
  /** Its path, for the trash list. */
  readonly path: string;
}

/**
 * Removes a file that is only at the service: first its bytes and older versions are downloaded to the trash, then it
 * is checked once more. Nothing is removed when more would be lost than the person agreed to. RACE: an edit by another
 * client between that check and the removal is removed too; it stays in the file's history. @returns the name in the
 * trash; null when it never had bytes. @throws FaultError.
 */
export async function removeFileThere(
  context: AppContext,
  leaving: Leaving,
  agreed: ReadonlyMap<ServiceId, AgreedLoss>,
): Promise<string | null> {
  const { detail, mirror, path } = leaving;
  const api = await serviceOf(context, mirror);
  const { id: file, version: head } = detail;
  const going = head === null ? null : { file, head, path, headBytes: detail.sizeBytes ?? 0 };
  const question = going && (await keepOlder(await keepingOf(context, mirror), going, agreed.get(file) ?? null));
  if (question !== null) throw badRequest(faultLine(question));
  const stored = head === null ? null : await preserve(context, leaving, head);
  const now = await api.file(detail.id);
  if (now.isGone) return stored;
  if (now.version !== detail.version || now.name !== detail.name)
    throw badRequest(refusalTexts.changedJustNow(detail.name));
  await api.deleteFile(detail.id).catch((error: unknown) => {
    if (!isFault(error, 'gone')) throw error;
  });
  return stored;
}

/** Archives a folder of the service with its content; it can be restored. @throws FaultError. */
export async function archiveRemoteFolder(context: AppContext, mirror: Mirror | null, id: ServiceId): Promise<void> {
  const api = await serviceOf(context, mirror);
  await api.archiveFolder(id);
}

/** Downloads the bytes to the trash, checking size and hash as far as they are known. */
async function preserve(context: AppContext, { mirror, detail, path }: Leaving, version: VersionId): Promise<string> {
  const { journal, world, engine } = context;
  const { storeMaxBytes } = readSettings(journal.facts);
  if (journal.trash.totalBytes() + (detail.sizeBytes ?? 0) > storeMaxBytes)
    throw badRequest(refusalTexts.storeFull(detail.name));
  const name = `${mirror?.id ?? 'service'}-${world.random.uuid()}`;
  const at = world.clock.now();
  const row = { name, mirror: mirror?.id ?? ('' as MirrorId), path, reason: 'removed here', at, file: detail.id };
  journal.trash.put({ ...row, sizeBytes: detail.sizeBytes, sha256: null });
  const { storage, api } = await engine.connection();
  const fetcher = { api: api(mirror?.organization ?? null), storage };
  try {
    const into = await world.disk.stageInStore(name);
    const wanted = { item: null, file: detail.id, version, sizeBytes: detail.sizeBytes, into };
    const { sha256, sizeBytes } = await fetchVersion(fetcher, wanted);
    const known = journal.items.hashOf(version);
    if (known !== null && known !== sha256) throw badRequest(refusalTexts.otherBytes(detail.name));
    journal.trash.put({ ...row, sizeBytes, sha256 });
    return name;
  } catch (error) {
    await world.disk.dropStored(name).catch(() => undefined);
    journal.trash.remove(name);
    throw error;
  }
}
