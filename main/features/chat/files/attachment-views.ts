import { z } from 'zod';

import type { Input } from '../../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../../shared/fault.ts';
import { isUuid } from '../../../../shared/ids.ts';
import type { ChatAttachment } from '../../../../shared/features/chat/model.ts';
import { chatFileTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { versionTexts } from '../../../../shared/features/versions/text.ts';
import { toRemoteName } from '../../../core/names/local-names.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import type { ServiceConnection } from '../../../engine/account/account.ts';
import { mustBeNew } from '../../../engine/context/known-ids.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { serviceId, versionId } from '../../../remote/api/shapes.ts';
import { calls } from '../../../remote/api/calls.ts';
import { contentTypeOf } from '../../../remote/transfer/content-type.ts';
import { toldAttachment } from '../task-cache.ts';
import { type Thing, thingOf } from '../../../items/resolve-id.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { sharedIdOf } from '../../sharing/shared-item.ts';
import { bytesOfBase64, isUnsent } from '../../versions/version-bytes.ts';
import { inWords } from './attachment.ts';
import { EXACT_NAMES } from '../../../core/names/volume-names.ts';

/** The upload target; its address comes under one of two names. */
const renderedTarget = z
  .object({
    id: serviceId.nullish(),
    fileId: serviceId.nullish(),
    versionId: versionId.nullish(),
    uploadUrl: z.string().nullish(),
    url: z.string().nullish(),
  })
  .transform((target, context) => {
    const [url, id] = [target.uploadUrl ?? target.url, target.id ?? target.fileId];
    if (typeof url === 'string' && id !== null && id !== undefined)
      return { url, id, file: target.fileId ?? id, version: target.versionId ?? null };
    context.addIssue({ code: 'custom', message: 'no upload address' });
    return z.NEVER;
  });
type Target = z.output<typeof renderedTarget>;

interface Saving {
  readonly link: ServiceConnection;
  readonly line: Line;
  readonly task: string;
}

/**
 * Saves a table or view to its task: announces it with its source file and version, uploads, confirms, and returns the
 * task's attachment. If it breaks off before the confirmation, nothing is left in the task. @throws FaultError.
 */
export async function saveView(context: AppContext, input: Input<'chat.saveView'>): Promise<ChatAttachment> {
  const { task, name } = input;
  const contentType = input.contentType ?? contentTypeOf(name);
  const bytes = bytesOfBase64(input.bytes);
  if (bytes.byteLength === 0) throw badRequest(texts.emptyView);
  const source = sourceOf(context, input);
  const link = await context.engine.connection();
  const saving: Saving = { link, line: link.line(context.journal.facts.get('organization')), task };
  const body = { fileName: toRemoteName(name, EXACT_NAMES), contentType, sizeBytes: bytes.byteLength, ...source };
  try {
    const path = { taskId: task };
    const target = await calls.initiateRenderedFile(saving.line, { path, body }, renderedTarget);
    mustBeNew(context.journal, target);
    await link.storage.put({ url: target.url, contentType, owner: `view ${context.world.random.uuid()}` }, bytes);
    const saved = await confirmed(saving, target);
    context.changed();
    return saved;
  } catch (error) {
    throw inWords(error);
  }
}

/** The source file and its version. With local changes there is no version yet: then only the file is named. */
function sourceOf(
  { journal }: AppContext,
  { source, version }: Pick<Input<'chat.saveView'>, 'source' | 'version'>,
): { readonly sourceFileId?: string; readonly sourceVersionId?: string } {
  if (version !== null && !isUuid(version)) throw badRequest(versionTexts.noVersion(version));
  if (source === null) return {};
  const thing = thingOf(journal, source);
  const from = version?.toLowerCase() ?? versionHere(thing);
  const sourceFileId = sharedIdOf(thing);
  return from === null ? { sourceFileId } : { sourceFileId, sourceVersionId: from };
}

function versionHere(thing: Thing): string | null {
  if (thing.where === 'service' || isUnsent(thing.item)) return null;
  const { local, base, remote } = thing.item;
  return (local === null ? remote?.version : base?.version) ?? null;
}

/** GAP: whether a second confirmation is refused is not documented; an attachment that the task lists has arrived. */
async function confirmed({ line, task }: Saving, { id, file, version }: Target): Promise<ChatAttachment> {
  const body = version === null ? {} : { versionId: version };
  let refusal: unknown = null;
  for (let attempt = 1; attempt <= 2; attempt += 1)
    try {
      await calls.confirmRenderedFile(line, { path: { taskId: task, id }, body }, z.unknown());
      break;
    } catch (error) {
      if (!isFault(error, 'offline', 'failing', 'refused', 'stale')) throw error;
      refusal ??= error;
    }
  const all = await calls.listAttachments(line, { path: { taskId: task } }).catch(() => null);
  if (all === null) throw badRequest(texts.viewNotSaved);
  const found = all.map(toldAttachment).find(each => each.id === id || each.file?.toLowerCase() === file);
  if (found !== undefined) return found;
  if (refusal instanceof FaultError && isFault(refusal, 'refused', 'stale')) throw refusal;
  throw badRequest(refusal === null ? texts.viewNotListed : texts.viewNotSaved);
}
