import type { FileDetail, FileRowAnswer, VersionAnswer } from '../../../../shared/api/calls/files.ts';
import type { FolderAnswer, FolderDetail } from '../../../../shared/api/calls/folders.ts';
import { chainOf, folderRole } from './access.ts';
import type { Site } from './access.ts';
import type { FileRow, FolderRow, VersionRow } from './records.ts';

/** A moment as the wire gives it: ISO 8601, UTC, with milliseconds. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** A file as lists show it. What its latest version is, and how its extraction went, stands in the detail only. */
export function fileRowShape(file: FileRow): FileRowAnswer {
  return {
    id: file.id,
    name: file.name,
    fileType: file.fileType,
    folderId: file.folderId,
    size: file.sizeBytes,
    mimeType: file.mimeType,
    description: file.description,
    tags: [...file.tags],
    createdAt: isoTime(file.createdMs),
    updatedAt: isoTime(file.updatedMs),
  };
}

/** A file in full, with its latest version. */
export function fileShape(site: Site, file: FileRow): FileDetail {
  const version = file.latestVersionId === null ? null : site.backend.records.version(file.latestVersionId);
  return {
    ...fileRowShape(file),
    visibility: file.visibility,
    ownerId: file.ownerId,
    latestVersionId: file.latestVersionId ?? announcedHead(site, file),
    extractionStatus: version?.extractionStatus ?? null,
    latestVersion: version === null ? null : versionShape(version),
  };
}

function announcedHead(site: Site, file: FileRow): string | null {
  if (!site.backend.switches().announcedHeads) return null;
  return site.backend.records.upload(file.id)?.versionId ?? null;
}

export function versionShape(version: VersionRow): VersionAnswer {
  return {
    id: version.id,
    versionNumber: version.number,
    sizeBytes: version.sizeBytes,
    contentType: version.contentType,
    createdAt: isoTime(version.createdMs),
    createdBy: version.createdBy,
    changeSummary: version.changeSummary,
    changeSource: version.changeSource,
    baseVersionId: version.baseVersionId,
    extractionStatus: version.extractionStatus,
  };
}

export function folderShape(folder: FolderRow): FolderAnswer {
  return {
    id: folder.id,
    name: folder.name,
    parentFolderId: folder.parentFolderId,
    visibility: folder.visibility,
    kind: folder.kind,
    ownerId: folder.ownerId,
    createdAt: isoTime(folder.createdMs),
    updatedAt: isoTime(folder.updatedMs),
  };
}

/** A folder with its breadcrumbs, root first and the folder itself last; ancestors the caller may not read are left out. */
export function folderDetailShape(site: Site, folder: FolderRow): FolderDetail {
  const breadcrumbs: FolderDetail['breadcrumbs'] = [];
  let chain = chainOf(site, folder.id);
  while (chain !== null && folderRole(site, chain) !== null) {
    breadcrumbs.unshift({ id: chain[0].id, name: chain[0].name });
    chain = chainOf(site, chain[0].parentFolderId);
  }
  return { ...folderShape(folder), breadcrumbs };
}
