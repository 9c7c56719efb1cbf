import type { Site } from '../ground/access.ts';
import { attachments } from './message-records.ts';
import type { AttachmentRow } from './message-records.ts';
import type { FileRow, VersionRow } from '../ground/records.ts';
import { taskUploads } from './task-records.ts';

/** What is known of an attachment from the file that it is. */
export type AttachmentOrigin = Pick<AttachmentRow, 'taskId' | 'source'> &
  Partial<Pick<AttachmentRow, 'sourceFileId' | 'sourceVersionId' | 'announcedBytes'>>;

/** The attachment that a file is in a task; nothing is stored for it yet. */
export function attachmentOf(site: Site, file: FileRow, origin: AttachmentOrigin): AttachmentRow {
  return {
    id: file.id,
    organizationId: file.organizationId,
    ownerId: file.ownerId,
    fileName: file.name,
    contentType: file.mimeType ?? 'application/octet-stream',
    sourceFileId: null,
    sourceVersionId: null,
    announcedBytes: null,
    createdMs: site.backend.nowMs(),
    stored: null,
    ...origin,
  };
}

/** Makes a file whose upload was confirmed the attachment of the task it was uploaded or rendered for, if there is one. */
export function attachConfirmed(site: Site, file: FileRow, version: VersionRow): void {
  const { records } = site.backend;
  const upload = records.row(taskUploads, file.id);
  const known = records.row(attachments, file.id);
  const row = known ?? (upload === null ? null : attachmentOf(site, file, { taskId: upload.taskId, source: 'upload' }));
  if (row !== null) store(site, row, version);
}

/** Gives an attachment an object of its own with a version's bytes. */
export function store(site: Site, row: AttachmentRow, version: VersionRow): AttachmentRow {
  const objectKey = site.backend.uuid();
  site.backend.objects.copy(version.objectKey, objectKey);
  const stored = { ...row, stored: { objectKey, sizeBytes: version.sizeBytes } };
  site.backend.records.putRow(attachments, stored);
  return stored;
}
