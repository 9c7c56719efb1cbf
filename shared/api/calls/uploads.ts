import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { contentTypeField, idAnswer, nameField, sizeField, timeAnswer, uuidField } from '../fields.ts';
import { fileDetail } from './files.ts';

/** What is announced before its bytes are stored, into a folder that the path names. */
export const folderUpload = z.object({
  fileName: nameField,
  contentType: contentTypeField.min(1),
  fileSizeBytes: sizeField,
  taskId: uuidField.nullish(),
});

export const fileUpload = folderUpload.extend({ folderId: uuidField.nullish() });

/** Where the bytes of an announced file go. */
export const uploadTarget = z.strictObject({
  fileId: idAnswer,
  versionId: idAnswer.optional(),
  uploadUrl: z.string(),
  expiresAt: timeAnswer,
});

export type UploadTarget = z.infer<typeof uploadTarget>;

/** Items are checked one by one, so that a bad one fails alone. */
const batchBody = z.object({ items: z.array(z.unknown()).min(1).max(50) });

const batchItem = z.strictObject({
  status: z.enum(['initiated', 'failed']),
  data: uploadTarget.optional(),
  error: z.string().optional(),
});

export type BatchItem = z.infer<typeof batchItem>;

/** Sections 4.2 and 4.3: announce, PUT to the presigned address, confirm. */
export const uploadEndpoints = {
  initiateUpload: endpoint('POST', '/files/upload', {
    name: 'initiateUpload',
    summary: 'Announces a file; its bytes go to the address in the answer.',
    body: fileUpload,
    answer: uploadTarget,
  }),
  initiateUploads: endpoint('POST', '/files/upload/batch', {
    name: 'initiateUploads',
    summary: 'Announces up to 50 files; each succeeds or fails by itself.',
    body: batchBody,
    answer: z.array(batchItem),
  }),
  initiateFolderUpload: endpoint('POST', '/folders/{id}/files/upload', {
    name: 'initiateFolderUpload',
    summary: 'Announces a file of a folder.',
    body: folderUpload,
    answer: uploadTarget,
  }),
  initiateFolderUploads: endpoint('POST', '/folders/{id}/files/upload/batch', {
    name: 'initiateFolderUploads',
    summary: 'Announces up to 50 files of a folder; each succeeds or fails by itself.',
    body: batchBody,
    answer: z.array(batchItem),
  }),
  confirmUpload: endpoint('POST', '/files/{id}/upload/confirm', {
    name: 'confirmUpload',
    summary: "Turns the stored bytes into the file's first version.",
    query: z.object({ versionId: uuidField.optional() }),
    answer: fileDetail,
  }),
};
