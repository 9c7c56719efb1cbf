import { versionEndpoints } from '../../../../shared/api/calls/files.ts';
import { readableFile, writableFile } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, notFound, versionConflict } from '../ground/api-error.ts';
import { contentLink } from './content-links.ts';
import { pageOf, sliceOf } from '../ground/fields.ts';
import { addVersion, NEWEST_FIRST } from './file-changes.ts';
import { refuseUnconfirmed } from './files.ts';
import { mediaTypeOf } from './media-types.ts';
import type { FileRow, VersionRow } from '../ground/records.ts';
import { created, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { versionShape } from '../ground/shapes.ts';

/** Section 4.2, contents and versions. */
export const versionRoutes: readonly Route[] = [
  route(versionEndpoints.getFileContent, call => {
    const file = readableFile(call, call.path.id);
    return contentLink(call, { ...latestOf(call, file), fileName: file.name });
  }),

  route(versionEndpoints.downloadFile, call => {
    const file = readableFile(call, call.path.id);
    const { objectKey, sizeBytes, contentType } = latestOf(call, file);
    return { status: 200, object: { objectKey, sizeBytes, contentType, fileName: file.name } };
  }),

  route(versionEndpoints.listVersions, call => {
    const file = readableFile(call, call.path.id);
    const slice = sliceOf(call.query, NEWEST_FIRST);
    const { rows, total } = call.backend.records.versionsOf(file.id, slice);
    return ok(pageOf(slice, { rows: rows.map(versionShape), total }));
  }),

  route(versionEndpoints.createVersion, call => {
    const file = writableFile(call, call.path.id);
    refuseUnconfirmed(file);
    if (call.content === null) throw badRequest('Content or ContentBase64 field is required');
    const { baseVersionId = null, changeSummary = null, changeSource = null } = call.body;
    const stale = baseVersionId !== null && baseVersionId !== file.latestVersionId;
    if (stale && call.backend.switches().enforceBaseVersion) throw versionConflict();
    const contentType = file.mimeType ?? mediaTypeOf(file.name);
    const notes = { id: call.backend.uuid(), contentType, changeSummary, changeSource, baseVersionId };
    return created(versionShape(addVersion(call, file, { content: call.content, notes }).version));
  }),

  route(versionEndpoints.getVersionContent, call => {
    const file = readableFile(call, call.path.id);
    return contentLink(call, { ...versionOf(call, file, call.path.versionId), fileName: file.name });
  }),

  route(versionEndpoints.restoreVersion, call => {
    const file = writableFile(call, call.path.id);
    const old = versionOf(call, file, call.path.versionId);
    const content = { objectKey: old.objectKey, sizeBytes: old.sizeBytes };
    const notes = {
      id: call.backend.uuid(),
      contentType: old.contentType,
      changeSummary: `Restored version ${old.number}`,
      changeSource: 'restore',
      baseVersionId: file.latestVersionId,
    };
    return created(versionShape(addVersion(call, file, { content, notes }).version));
  }),
];

function latestOf(site: Site, file: FileRow): VersionRow {
  refuseUnconfirmed(file);
  if (file.latestVersionId === null) throw badRequest('The file has no content yet.');
  return versionOf(site, file, file.latestVersionId);
}

function versionOf(site: Site, file: FileRow, versionId: string): VersionRow {
  const version = site.backend.records.version(versionId);
  if (version === null || version.fileId !== file.id) throw notFound('The version');
  return version;
}
