import type { Site } from '../ground/access.ts';
import type { FolderRow } from '../ground/records.ts';

/** What a folder begins with: a name and a place at least. */
export type FolderStart = Pick<FolderRow, 'name' | 'kind' | 'parentFolderId'> & Partial<FolderRow>;

/** The row of a new folder of the caller, not saved yet: private, unless `start` says otherwise. */
export function newFolder({ backend, caller }: Site, start: FolderStart): FolderRow {
  const nowMs = backend.nowMs();
  return {
    id: backend.uuid(),
    organizationId: caller.organizationId,
    ownerId: caller.userId,
    visibility: 'private',
    inherits: true,
    createdMs: nowMs,
    updatedMs: nowMs,
    archivedMs: null,
    ...start,
  };
}
