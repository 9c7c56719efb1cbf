import { attachmentEndpoints } from '../../../../shared/api/calls/tasks.ts';
import type { FoundAttachment } from '../../../../shared/api/calls/tasks.ts';
import type { Site } from '../ground/access.ts';
import { notFound } from '../ground/api-error.ts';
import { contentLink } from '../files/content-links.ts';
import { changeFile } from '../files/file-changes.ts';
import { attachments } from './message-records.ts';
import type { AttachmentRow } from './message-records.ts';
import { noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isUsable, ownTask } from './task-access.ts';
import type { TaskRow } from './task-records.ts';
import { attachmentShape } from './task-shapes.ts';

/** Sections 4.1 and 4.2, the attachments of tasks. */
export const attachmentRoutes: readonly Route[] = [
  route(attachmentEndpoints.listAttachments, call => {
    const { id } = ownTask(call, call.path.taskId);
    const rows = call.backend.records.rows(attachments, { taskId: id });
    return ok(rows.filter(isStored).map(attachmentShape));
  }),

  route(attachmentEndpoints.deleteAttachment, call => {
    const row = attachmentOfTask(call, ownTask(call, call.path.taskId), call.path.attachmentId);
    removeAttachment(call, row);
    return noContent;
  }),

  route(attachmentEndpoints.getAttachmentContent, call => {
    const row = attachmentOfTask(call, ownTask(call, call.path.taskId), call.path.attachmentId);
    const { fileName, contentType, stored } = row;
    return contentLink(call, { ...stored, fileName, contentType });
  }),

  route(attachmentEndpoints.searchAttachments, call => {
    const sought = folded(call.query.q);
    const { organizationId } = call.caller;
    const rows = call.backend.records.rows(attachments, { organizationId }).toReversed();
    const found: FoundAttachment[] = [];
    for (const row of rows) {
      if (found.length >= call.query.limit) break;
      const isWanted = row.source !== 'upload' && isStored(row) && folded(row.fileName).includes(sought);
      if (isWanted && isUsable(call, row.id)) found.push(foundShape(call, row));
    }
    return ok(found);
  }),
];

type StoredAttachment = AttachmentRow & { readonly stored: NonNullable<AttachmentRow['stored']> };

function isStored(row: AttachmentRow): row is StoredAttachment {
  return row.stored !== null;
}

function attachmentOfTask(site: Site, task: TaskRow, id: string): StoredAttachment {
  const row = site.backend.records.row(attachments, id);
  if (row === null || row.taskId !== task.id || !isStored(row)) throw notFound('The attachment');
  return row;
}

/**
 * Removes an attachment with its object. GAP: what becomes of the same file in the knowledge base is not said. A file
 * that lies in a folder stays; one in no folder was nothing but the attachment and is removed with it.
 */
function removeAttachment(site: Site, row: StoredAttachment): void {
  const file = site.backend.records.file(row.id);
  if (file !== null && file.folderId === null && file.removedMs === null) {
    changeFile(site, file, { removedMs: site.backend.nowMs() });
  }
  site.backend.records.dropRow(attachments, row.id);
  site.backend.objects.remove(row.stored.objectKey);
}

/** SPEC 1: a task is its owner's alone, so others who may read the file do not learn of it. */
function foundShape(site: Site, row: AttachmentRow): FoundAttachment {
  const { sourceFileId: _, sourceVersionId: __, ...shape } = attachmentShape(row);
  return { ...shape, taskId: row.ownerId === site.caller.userId ? row.taskId : null };
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
