import type { Site } from '../ground/access.ts';
import { badRequest } from '../ground/api-error.ts';
import type { StoredContent } from '../ground/backend.ts';
import { refuseOverQuota } from './quota.ts';
import type { FileRow, VersionRow } from '../ground/records.ts';

/** What a new version says about itself. */
export interface VersionNotes {
  readonly id: string;
  readonly contentType: string;
  readonly changeSummary: string | null;
  readonly changeSource: string | null;
  readonly baseVersionId: string | null;
}

/** What changes about a file; its `updatedAt` is counted up here and nowhere else. */
export type FileChange = Partial<Omit<FileRow, 'id' | 'createdMs' | 'updatedMs'>>;

/**
 * Saves a change of a file. Its `updatedAt` grows by at least a millisecond with every change, even when the clock stands
 * still or goes back; for changes of name and place it stays when the switch says so.
 */
export function changeFile(site: Site, file: FileRow, change: FileChange): FileRow {
  const placeOnly = Object.keys(change).every(name => name === 'name' || name === 'folderId');
  const counts = !placeOnly || site.backend.switches().placeChangesCount;
  const changed = { ...file, ...change, updatedMs: counts ? momentAfter(site, file.updatedMs) : file.updatedMs };
  site.backend.records.saveFile(changed);
  return changed;
}

/** Now, or a millisecond after `beforeMs` when the clock is not past it. */
export function momentAfter(site: Site, beforeMs: number): number {
  return Math.max(site.backend.nowMs(), beforeMs + 1);
}

/** Makes `content` the file's latest version. The version's `createdAt` is the file's new `updatedAt`. */
export function addVersion(
  site: Site,
  file: FileRow,
  made: { readonly content: StoredContent; readonly notes: VersionNotes },
): { file: FileRow; version: VersionRow } {
  const { content, notes } = made;
  // The old versions stay, but only the latest counts.
  refuseOverQuota(site, content.sizeBytes - (file.confirmed ? file.sizeBytes : 0));
  const changed = changeFile(site, file, {
    confirmed: true,
    latestVersionId: notes.id,
    sizeBytes: content.sizeBytes,
    mimeType: file.mimeType ?? notes.contentType,
  });
  const version: VersionRow = {
    ...notes,
    fileId: file.id,
    number: versionCount(site, file) + 1,
    objectKey: content.objectKey,
    sizeBytes: content.sizeBytes,
    createdMs: changed.updatedMs,
    createdBy: site.caller.userId,
    ...firstExtraction(site, notes),
  };
  site.backend.records.saveVersion(version);
  return { file: changed, version };
}

/** SPEC 3.2: there is nothing to extract from what the agent wrote. */
function firstExtraction(site: Site, notes: VersionNotes): Pick<VersionRow, 'extractionStatus' | 'extractionDueMs'> {
  if (notes.changeSource === 'agent') return { extractionStatus: null, extractionDueMs: null };
  const extractionDueMs = site.backend.nowMs() + site.backend.switches().extractionDelayMs;
  return { extractionStatus: 'pending', extractionDueMs };
}

/** A page of versions, newest first. */
export const NEWEST_FIRST = { sortBy: 'createdAt', descending: true } as const;

/** @throws ApiError 400 when the folder already holds a file of that name and the switch forbids a second. */
export function refuseTakenFileName(
  site: Site,
  wanted: { folderId: string | null; name: string; except?: string },
): void {
  const { folderId, name, except } = wanted;
  if (folderId === null || site.backend.switches().duplicateNames) return;
  const all = { page: 1, pageSize: 1_000_000, sortBy: 'name', descending: false } as const;
  const { rows } = site.backend.records.filesIn({ folderId, onlyFor: null, withUnconfirmed: false }, all);
  if (rows.some(row => row.name === name && row.id !== except)) {
    throw badRequest(`A file named '${name}' already exists in this folder.`);
  }
}

function versionCount(site: Site, file: FileRow): number {
  return site.backend.records.versionsOf(file.id, { page: 1, pageSize: 1, ...NEWEST_FIRST }).total;
}
