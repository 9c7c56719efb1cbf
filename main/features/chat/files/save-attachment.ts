import { badRequest } from '../../../../shared/fault.ts';
import type { Output } from '../../../../shared/contract.ts';
import type { ServiceId } from '../../../../shared/ids.ts';
import type { ChatOrigin, SavedAttachment } from '../../../../shared/features/chat/files-model.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { chatFileTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { freeName, nameKey, toRemoteName } from '../../../core/names/local-names.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import { calls } from '../../../remote/api/calls.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import { fileShape } from '../../../remote/api/shapes.ts';
import { isHere, type TargetFolder, targetFolderOf } from '../../../items/target-folder.ts';
import { serviceOf, thingOf } from '../../../items/resolve-id.ts';
import { sendKept } from '../send/upload-file.ts';
import type { Uploads } from '../send/uploads.ts';
import { checkedPlace, type CopySaver, isFileName, seenName } from '../../../items/local/save-copy.ts';
import type { PinnedFiles } from '../../../items/pinned/pinned.ts';
import { nameOf } from '../../../items/local/local-path.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { type Asked, findAttachment, type FoundAttachment, inWords, openBytes } from './attachment.ts';
import { Origins, shownOrigin } from './origins.ts';
import { EXACT_NAMES } from '../../../core/names/volume-names.ts';
import { takenNames } from '../../../remote/api/taken-names.ts';

interface Saving {
  readonly context: AppContext;
  readonly uploads: Uploads;
  readonly found: FoundAttachment;
  readonly api: ServiceApi;
  readonly organization: string | null;
  readonly folder: ServiceId;
  /** A free name in the folder. */
  readonly name: string;
}

/**
 * Saves a file of a task to a folder under a free name, with a description that names the task. If it is already a file
 * of the service, the service copies it; otherwise the bytes are uploaded. RACE: if another client adds a file with
 * this name between our check and the call, the service has both; a mirror numbers one of them.
 */
export async function saveAttachment(
  context: AppContext,
  uploads: Uploads,
  { to, ...asked }: Asked & { readonly to: FolderPlace },
): Promise<SavedAttachment> {
  const { journal, world } = context;
  const spot = targetFolderOf(journal, to);
  if (spot.id === null) throw badRequest(texts.folderNotSent);
  const found = await findAttachment(context, asked);
  const api = await serviceOf(context, spot.mirror);
  const organization = spot.mirror?.organization ?? journal.facts.get('organization');
  const taken = await takenInBoth(context, api, { ...spot, id: spot.id }).catch(away);
  const name = freeName(toRemoteName(found.attachment.name, EXACT_NAMES), key => taken.has(key));
  const saving: Saving = { context, uploads, found, api, organization, folder: spot.id, name };
  const file = (await isCopied(saving)) ? await copied(saving) : await sentThere(saving);
  const { id: task, title } = found.task;
  const at = world.clock.now();
  const note = await noted(api, file, shownOrigin({ task, title, at }));
  const origin = new Origins(journal.facts).put({ file, task, title, at });
  if (spot.mirror !== null && spot.folder !== null) journal.listings.requestListing(spot.mirror.id, spot.folder.id);
  context.changed();
  context.checkNow();
  return { file, name, origin, note };
}

/** Names taken at the service, and in the local folder if there is one: a file not sent yet has its name too. */
async function takenInBoth({ journal }: AppContext, api: ServiceApi, spot: TargetFolder & { readonly id: ServiceId }) {
  const remote = await takenNames(api, spot.id);
  const local = spot.folder === null ? [] : journal.items.children(spot.folder.id).map(item => nameKey(nameOf(item)));
  return new Set([...remote, ...local]);
}

/** The service can copy the attachment's file only while it is unchanged; otherwise it differs from the attachment. */
async function isCopied({ api, found: { attachment } }: Saving): Promise<boolean> {
  if (attachment.file === null) return false;
  const file = attachment.file.toLowerCase() as ServiceId;
  try {
    const [detail, versions] = [await api.file(file), await api.versions(file)];
    const isSame = attachment.sizeBytes === null || detail.sizeBytes === attachment.sizeBytes;
    return !detail.isGone && versions.length === 1 && isSame;
  } catch (error) {
    if (isFault(error, 'gone', 'not-allowed', 'scope', 'refused', 'failing')) return false;
    throw inWords(error);
  }
}

async function copied({ api, found, folder, name }: Saving): Promise<ServiceId> {
  const before = new Set((await api.filesIn(folder).catch(away)).map(({ id }) => id));
  const path = { id: found.attachment.file ?? '' };
  try {
    return (await calls.forkFile(found.line, { path, body: { newName: name, targetFolderId: folder } }, fileShape)).id;
  } catch (error) {
    if (!isFault(error, 'offline', 'failing')) throw error;
    // The answer was lost: a new file under the name that was free is our copy.
    const now = await api.filesIn(folder).catch(() => null);
    const made = now?.filter(file => !before.has(file.id) && file.name === name && !file.isGone) ?? [];
    if (made.length === 1 && made[0] !== undefined) return made[0].id;
    throw badRequest(texts.unsureSaved);
  }
}

/** Downloads into a folder of our own first, so that the file is complete before it is announced. */
async function sentThere({ context, uploads, found, organization, folder, name }: Saving): Promise<ServiceId> {
  const { sizeBytes } = found.attachment;
  const id = uploads.begin(name);
  try {
    const answer = await openBytes(found);
    await uploads.take(id, [], { sizeBytes: sizeBytes ?? answer.totalBytes, chunks: answer.body });
    const going = { id, organization, isWanted: () => true, to: { folderId: folder } };
    // The second attempt continues the upload that the first one announced.
    const file = await sendKept(context, uploads, going).catch(() => sendKept(context, uploads, going));
    if (file === null) throw badRequest(texts.unsureSaved);
    return file;
  } catch (error) {
    const isAnnounced = (uploads.records.find(id)?.target ?? null) !== null;
    throw isAnnounced && isFault(error, 'offline', 'failing', 'busy') ? badRequest(texts.unsureSaved) : inWords(error);
  } finally {
    // The task still has the original.
    await uploads.forget(id);
  }
}

/** Writes the origin into the description, before the present text. @returns a warning if the service refused. */
async function noted(api: ServiceApi, file: ServiceId, { text }: ChatOrigin): Promise<string | null> {
  try {
    const before = (await api.described(file)).description?.trim() ?? '';
    await api.describe(file, { description: before === '' ? text : `${text}\n\n${before}` });
    return null;
  } catch {
    return texts.notNoted;
  }
}

function away(error: unknown): never {
  throw inWords(error);
}

/** Saves a copy to a folder outside of the mirrors. @throws FaultError. */
export async function downloadAttachment(
  context: AppContext,
  copies: CopySaver,
  { folder, name, ...asked }: Asked & { readonly folder: string; readonly name: string | null },
): Promise<Output<'chat.downloadAttachment'>> {
  const place = await checkedPlace(context, folder);
  if (name !== null && !isFileName(name)) throw badRequest(texts.badName(name));
  const found = await findAttachment(context, asked);
  const words = { notWhole: texts.notWhole, aPage: texts.aPage };
  const { sizeBytes, name: own } = found.attachment;
  const receiving = { target: { folder: place, name }, own: seenName(own), sizeBytes, words };
  return copies.receive(() => openBytes(found), receiving);
}

/** Pins the file for offline viewing, with its origin. */
export async function keepAttachment(
  context: AppContext,
  kept: PinnedFiles,
  { wait, ...asked }: Asked & { readonly wait: boolean },
): Promise<Output<'chat.keepAttachment'>> {
  const { journal, world } = context;
  const { attachment, task } = await findAttachment(context, asked);
  if (attachment.file === null) throw badRequest(texts.noBase);
  const thing = thingOf(journal, attachment.file);
  const file = attachment.file.toLowerCase() as ServiceId;
  new Origins(journal.facts).put({ file, task: task.id, title: task.title, at: world.clock.now() });
  if (thing.where === 'mirror') return { file, note: isHere(thing.item) ? texts.inMirror : texts.inMirrorAway };
  const organization = journal.facts.get('organization') ?? '';
  kept.want(organization, [{ id: file, name: attachment.name, updatedAt: null, from: 'other' }]);
  if (wait) await kept.fetchAll();
  const standing = kept.badgeOf(file);
  return { file, note: standing?.badge === 'pinned' ? null : (standing?.note ?? texts.willBeKept) };
}
