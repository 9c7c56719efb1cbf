import type { WiderFile as WiderThere } from '../../../shared/api/calls/sharing.ts';
import type { WiderFile } from '../../../shared/features/sharing/model.ts';
import { capital, everyoneIn, sharingTexts as texts } from '../../../shared/features/sharing/text.ts';
import { listContainedOverrides, narrowCascade, reportSharingDrift } from '../../remote/api/calls/sharing.ts';
import type { Tolerant } from '../../remote/api/tolerant.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type Subject, subjectOf } from './shared-item.ts';

/** Files below a folder that more people can reach than the folder. @throws FaultError `bad-request` for a file. */
export async function widerIn(context: AppContext, id: string): Promise<{ files: WiderFile[] }> {
  return { files: await listOf(await folderAt(context, id)) };
}

/** Restricts the given files, if they are still wider. @returns what is still wider afterwards. */
export async function narrow(
  context: AppContext,
  id: string,
  fileIds: readonly string[],
): Promise<{ cleared: number; files: WiderFile[] }> {
  const folder = await folderAt(context, id);
  const before = await listOf(folder);
  const chosen = before.filter(file => fileIds.includes(file.id)).map(file => file.id);
  if (chosen.length === 0) throw refused(texts.noneWider);
  const answer = await narrowCascade(folder.line, { path: { id: folder.now.id }, body: { fileIds: chosen } });
  const files = await listOf(folder);
  return { cleared: answer.clearedShares ?? before.length - files.length, files };
}

/** All files of the organization that are wider than their folder; only for managers. */
export async function report(context: AppContext): Promise<{ files: WiderFile[] }> {
  const line = (await context.engine.link()).line(context.journal.facts.get('organization'));
  return { files: (await reportSharingDrift(line, {})).map(fileOf) };
}

async function folderAt(context: AppContext, id: string): Promise<Subject> {
  const subject = await subjectOf(context, id);
  if (subject.now.kind !== 'folder') throw refused(texts.onlyFolders);
  return subject;
}

async function listOf({ line, now }: Subject): Promise<WiderFile[]> {
  return (await listContainedOverrides(line, { path: { id: now.id } })).map(fileOf);
}

function fileOf({ id, name, folderId, folderName, wider }: Tolerant<WiderThere>): WiderFile {
  const folder = folderId === null || folderId === undefined ? null : { id: folderId, name: folderName ?? '' };
  const ways = (wider ?? []).map(({ principalType, displayName, email, role }) => ({
    name: principalType === 'organization' ? capital(everyoneIn(displayName ?? null)) : (displayName ?? email ?? ''),
    role: role ?? '',
  }));
  return { id, name: name ?? '', folder, ways };
}
