import type { Surroundings, TidyFile } from '../agent/tidy/tidy.ts';
import { chainOf, fileRole, folderRole, isRemoved, mayWrite } from '../rules/ground/access.ts';
import type { Site } from '../rules/ground/access.ts';
import type { Backend } from '../rules/ground/backend.ts';
import { callerIn } from '../rules/accounts/credentials.ts';
import { KNOWLEDGE_BASE } from '../rules/people/founding.ts';
import { attachments } from '../rules/tasks/message-records.ts';
import type { FileRow, FolderRow } from '../rules/ground/records.ts';
import type { TextIndex } from '../storage/text-index.ts';

/** The owner of a file, who stands for it while it is tidied: nothing is proposed that the owner could not do. */
export function ownerOf(backend: Backend, file: FileRow): Site | null {
  const who = { userId: file.ownerId, organizationId: file.organizationId, via: 'session' } as const;
  const caller = callerIn(backend, who);
  return caller === null ? null : { backend, caller };
}

/**
 * A file as tidying sees it; null when it is none of the curator's business. SPEC 2.9: what is curated is the knowledge
 * base. GAP: that is here the folder of that name, and files in no folder; what belongs to a task is left alone.
 */
export function tidyFile(owner: Site, file: FileRow, texts: TextIndex): TidyFile | null {
  const { records } = owner.backend;
  if (!file.confirmed || isRemoved(owner, file) || !mayWrite(fileRole(owner, file))) return null;
  const root = chainOf(owner, file.folderId)?.at(-1);
  const isCurated = file.folderId === null || root?.name === KNOWLEDGE_BASE;
  if (!isCurated || records.row(attachments, file.id) !== null) return null;
  const { id, name, description, tags, folderId, latestVersionId } = file;
  const text = latestVersionId === null ? null : texts.textOf(latestVersionId);
  return { id, name, description, tags, folderId, text };
}

/** The folders a person may change, and which names are taken there. Valid as long as nothing changes. */
export function surroundingsOf(owner: Site): Surroundings {
  const { records } = owner.backend;
  const folders = new Map<string, FolderRow>();
  const look = (folder: FolderRow): void => {
    if (folder.archivedMs !== null) return;
    const chain = chainOf(owner, folder.id);
    if (chain !== null && mayWrite(folderRole(owner, chain))) folders.set(folder.id, folder);
    records.foldersIn(folder.id).forEach(look);
  };
  records.rootFolders(owner.caller.organizationId).forEach(look);
  const names = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const namesIn = (folderId: string): ReadonlyMap<string, readonly string[]> => {
    const known = names.get(folderId) ?? namesOf(owner.backend, folderId);
    names.set(folderId, known);
    return known;
  };
  return {
    folders,
    // Files in no folder are never listed together, so their names cannot collide.
    isTaken: (folderId, name, byOtherThan) =>
      folderId !== null && (namesIn(folderId).get(name.toLowerCase()) ?? []).some(id => id !== byOtherThan),
  };
}

/** The ids of a folder's files by their names in lower case. */
function namesOf({ records }: Backend, folderId: string): ReadonlyMap<string, readonly string[]> {
  const all = { page: 1, pageSize: 1_000_000, sortBy: 'name', descending: false } as const;
  const ids = new Map<string, string[]>();
  for (const { id, name } of records.filesIn({ folderId, onlyFor: null, withUnconfirmed: false }, all).rows) {
    ids.set(name.toLowerCase(), [...(ids.get(name.toLowerCase()) ?? []), id]);
  }
  return ids;
}
