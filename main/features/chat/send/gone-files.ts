import type { ServiceId } from '../../../../shared/ids.ts';
import { FaultError, toFault } from '../../../../shared/fault.ts';
import { listAttachments } from '../../../remote/api/calls/tasks.ts';
import type { AppContext } from '../../../items/app-context.ts';
import type { WaitingMessage } from '../records/outbox-records.ts';
import { beforeSaying } from './recognise-sent.ts';
import type { Uploads } from './uploads.ts';

/**
 * Files mentioned in a message that no longer exist. The refusal is parsed without `missingFileIds`,
 * so each file is checked; one that cannot be checked does not count as missing.
 */
export async function goneFiles(context: AppContext, message: WaitingMessage): Promise<readonly string[]> {
  const { contextFiles, referencedFiles, openFile, organization } = message;
  const named = [...contextFiles, ...referencedFiles].map(({ id }) => id);
  const ids = [...new Set([...named, ...(openFile === null ? [] : [openFile.file])])];
  const gone: string[] = [];
  for (const id of ids) if (await isGone(context, organization, id)) gone.push(id);
  return gone;
}

async function isGone({ engine }: AppContext, organization: string | null, id: string): Promise<boolean> {
  try {
    const api = (await engine.link()).api(organization);
    return (await api.file(id as ServiceId)).isGone;
  } catch (error) {
    return ['gone', 'not-allowed', 'refused'].includes(toFault(error).kind);
  }
}

/** Whether the message's task exists and is visible to this person. */
export async function hasTask({ engine }: AppContext, { task, organization }: WaitingMessage): Promise<boolean> {
  if (task === null) return true;
  try {
    await beforeSaying((await engine.link()).line(organization), task);
    return true;
  } catch (error) {
    return !(error instanceof FaultError && ['gone', 'not-allowed'].includes(error.fault.kind));
  }
}

/**
 * Counts uploaded files of a message that were removed from the task since and marks them as not sent, so that a retry
 * uploads them again. @returns how many.
 */
export async function goneUploads(context: AppContext, uploads: Uploads, message: WaitingMessage): Promise<number> {
  const { task, organization } = message;
  const sent = (message.uploads ?? []).flatMap(id => uploads.records.find(id) ?? []);
  if (task === null || sent.length === 0) return 0;
  try {
    const line = (await context.engine.link()).line(organization);
    const there = new Set((await listAttachments(line, { path: { taskId: task } })).flatMap(idsOf));
    const gone = sent.filter(({ arrived }) => arrived !== null && !there.has(arrived.attachment));
    for (const { id } of gone) uploads.records.change(id, { arrived: null, target: null });
    return gone.length;
  } catch {
    // If the task cannot be read, the files count as present.
    return 0;
  }
}

function idsOf({
  id,
  fileId,
}: {
  readonly id: string;
  readonly fileId?: string | null | undefined;
}): readonly string[] {
  return fileId === null || fileId === undefined ? [id] : [id, fileId];
}
