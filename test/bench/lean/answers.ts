import { latestOf } from './store.ts';
import type { File, Folder, Version } from './store.ts';

const OWNER = 1;

/** A folder as lists show it. */
export function folderAnswer({ id, name, parent, madeAt }: Folder): object {
  const times = { createdAt: madeAt, updatedAt: madeAt };
  return {
    id,
    name,
    parentFolderId: parent?.id ?? null,
    visibility: 'organization',
    kind: null,
    ownerId: OWNER,
    ...times,
  };
}

export function folderDetail(folder: Folder): object {
  const breadcrumbs: object[] = [];
  for (let each: Folder | null = folder; each !== null; each = each.parent) {
    breadcrumbs.unshift({ id: each.id, name: each.name });
  }
  return { ...folderAnswer(folder), breadcrumbs };
}

/** A file as lists show it: they do not tell its version. */
export function fileRow(file: File): object {
  const { sizeBytes, madeAt } = latestOf(file);
  return {
    id: file.id,
    name: file.name,
    fileType: 'file',
    folderId: file.folder.id,
    size: sizeBytes,
    mimeType: file.contentType,
    description: null,
    tags: [],
    createdAt: file.madeAt,
    updatedAt: madeAt,
  };
}

export function fileDetail(file: File): object {
  const latest = latestOf(file);
  const extractionStatus = null;
  const head = { visibility: 'organization', ownerId: OWNER, latestVersionId: latest.id, extractionStatus };
  return { ...fileRow(file), ...head, latestVersion: versionAnswer(file, latest) };
}

export function versionAnswer(file: File, { id, sizeBytes, base, madeAt }: Version): object {
  const told = { changeSummary: null, changeSource: null, extractionStatus: null };
  const { contentType, versions } = file;
  const versionNumber = versions.findIndex(version => version.id === id) + 1;
  return {
    id,
    versionNumber,
    sizeBytes,
    contentType,
    createdAt: madeAt,
    createdBy: OWNER,
    baseVersionId: base,
    ...told,
  };
}

/** A page of a list, counted from 1. */
export function pageOf<T>(all: readonly T[], query: URLSearchParams, row: (one: T) => object): object {
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 50)];
  const [from, totalCount] = [(page - 1) * pageSize, all.length];
  const totalPages = Math.ceil(totalCount / pageSize);
  const items = all.slice(from, from + pageSize).map(row);
  return { items, page, pageSize, totalCount, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 };
}
