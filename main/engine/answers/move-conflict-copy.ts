import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import { problemTexts } from '../../../shared/features/attention/problems-text.ts';
import type { Item, LocalFacts } from '../../core/item.ts';
import { freeName, nameKey, toRemoteName } from '../../core/names/local-names.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import { contentTypeOf } from '../../remote/transfer/content-type.ts';
import { itemOf, localPath, addHistory } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { mustBeNew } from '../context/known-ids.ts';
import { hasUnsentBytes } from '../context/unsent-bytes.ts';
import { confirmArrival } from '../content/find-arrived-upload.ts';
import { putFile } from '../../remote/act/read-upload.ts';
import { moveToTrash } from '../content/move-to-trash.ts';

/** A folder of the service that a person chose. */
export interface Destination {
  readonly id: ServiceId;
  /** Its path, for people. */
  readonly path: string;
}

/**
 * Sends a local file that may not be sent to its own folder as a new file to another folder of the service; then the
 * local file goes to the trash, and the next pass fetches the service's version (P34). Each step alone loses nothing:
 * until the copy is confirmed no local file changes, and after that the record only says that two contents differ.
 * @returns the copy's name there.
 * @throws FaultError when the folder refuses it, or the file has changed in between.
 */
export async function moveCopy(context: MirrorContext, id: ItemId, to: Destination): Promise<string> {
  const item = itemOf(context, id);
  if (item === null || item.local === null || !hasUnsentBytes(item) || context.journal.intents.isOpen(id))
    throw new FaultError({ kind: 'bad-request', detail: problemTexts.nothingToCopy(subjectOf(id)) });
  const name = await sendTo(context, item.local, { id, to });
  context.journal.transaction(() =>
    addHistory(context, {
      item: id,
      verb: 'sent',
      cause: 'person',
      path: `${to.path}/${name}`,
      sizeBytes: item.local?.sizeBytes ?? null,
    }),
  );
  await giveBack(context, item);
  return name;
}

async function sendTo(
  context: MirrorContext,
  local: LocalFacts,
  { id, to }: { id: ItemId; to: Destination },
): Promise<string> {
  const fileName = await freeNameIn(context, to.id, toRemoteName(local.name, context.mirror.names));
  const contentType = contentTypeOf(fileName);
  const { sha256, sizeBytes, fingerprint } = local;
  if (sha256 === null) throw new FaultError({ kind: 'stale', detail: 'it is being written' });
  const target = await context.api.announce({ fileName, contentType, fileSizeBytes: sizeBytes, folderId: to.id });
  mustBeNew(context.journal, target);
  const putTo = { url: target.url, contentType, owner: `copy ${id}` };
  await putFile(context, id, { fingerprint, sha256, sizeBytes, stored: null }, putTo);
  const { file, version } = target;
  await confirmArrival(context, { item: id, file, version, sha256, sizeBytes, isFirst: true });
  return fileName;
}

/** The service may accept a name twice, but people could not tell the files apart. */
async function freeNameIn(context: MirrorContext, folder: ServiceId, wanted: string): Promise<string> {
  const [files, folders] = await Promise.all([context.api.filesIn(folder), context.api.children(folder)]);
  const taken = new Set([...files, ...folders].filter(({ isGone }) => !isGone).map(({ name }) => nameKey(name)));
  return freeName(wanted, key => taken.has(key));
}

/** Moves the local file to the trash, so that the service's version can take its path. */
async function giveBack(context: MirrorContext, item: Item): Promise<void> {
  const { journal, mirror } = context;
  // If no version would come back, or it is not visible now, the file stays.
  if (mirror.mode === 'upload' || item.remotePresence === 'unknown') return;
  const path = localPath(context, item.id);
  // From here on there is no base: without local bytes the item counts as new at the service, never as removed locally.
  journal.transaction(() => journal.items.setBase(item.id, null));
  await moveToTrash(context, item, 'moved to another folder');
  journal.transaction(() => {
    journal.items.setLocal(item.id, 'absent', null);
    journal.problems.clear(mirror.id, subjectOf(item.id));
    addHistory(context, {
      item: item.id,
      verb: 'removed',
      cause: 'person',
      path,
      sizeBytes: item.local?.sizeBytes ?? null,
    });
    if (item.remote === null) journal.items.remove(item.id);
  });
}
