import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  contentTypeField,
  descriptionField,
  idAnswer,
  nameField,
  pageAnswer,
  pageQuery,
  soughtField,
  tagsField,
  timeAnswer,
  uuidField,
} from '../fields.ts';

/**
 * How far the text extraction of a version is (spec 3.2); null: there is nothing to extract. `deferred` is no fault: the
 * file is stored, and has no text worth reading, such as a stack of pictures. Its words: `features/browse/badges-text.ts`.
 */
export const extractionStatus = z.enum(['pending', 'running', 'done', 'failed', 'deferred']).nullable();

export const versionAnswer = z.strictObject({
  id: idAnswer,
  versionNumber: z.int(),
  sizeBytes: z.int(),
  contentType: z.string(),
  createdAt: timeAnswer,
  createdBy: z.int(),
  changeSummary: z.string().nullable(),
  changeSource: z.string().nullable(),
  baseVersionId: idAnswer.nullable(),
  extractionStatus,
});

/** A file as lists show it. What its latest version is, and how its extraction went, stands in the detail only. */
export const fileRow = z.strictObject({
  id: idAnswer,
  name: z.string(),
  fileType: z.string(),
  folderId: idAnswer.nullable(),
  size: z.int(),
  mimeType: z.string().nullable(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  createdAt: timeAnswer,
  updatedAt: timeAnswer,
});

export const fileDetail = fileRow.extend({
  visibility: z.string(),
  ownerId: z.int(),
  latestVersionId: idAnswer.nullable(),
  extractionStatus,
  latestVersion: versionAnswer.nullable(),
});

/** A presigned address of bytes (spec 4.2). */
export const contentLink = z.strictObject({
  url: z.string(),
  expiresAt: timeAnswer,
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
});

export const createFileBody = z.object({
  name: nameField,
  fileType: z.string().min(1).max(200),
  description: descriptionField.nullish(),
  contentType: contentTypeField.nullish(),
  folderId: uuidField.nullish(),
  tags: tagsField.nullish(),
});

const updateBody = z.object({
  name: nameField.nullish(),
  description: descriptionField.nullish(),
  folderId: uuidField.nullish(),
  clearFolder: z.boolean().nullish(),
  tags: tagsField.nullish(),
});

export type ContentLink = z.infer<typeof contentLink>;
export type VersionAnswer = z.infer<typeof versionAnswer>;
export type FileRowAnswer = z.infer<typeof fileRow>;
export type FileDetail = z.infer<typeof fileDetail>;
export type CreateFileBody = z.output<typeof createFileBody>;

/** Section 4.2: the file itself, and the search by name. */
export const fileEndpoints = {
  createFile: endpoint('POST', '/files', {
    name: 'createFile',
    summary: 'Makes a file, with a first version when the body carries content.',
    body: createFileBody,
    streamsContent: true,
    status: 201,
    answer: fileDetail,
  }),
  getFile: endpoint('GET', '/files/{id}', {
    name: 'getFile',
    summary: 'A file with its latest version.',
    answer: fileDetail,
  }),
  updateFile: endpoint('PUT', '/files/{id}', {
    name: 'updateFile',
    summary: 'Changes name, place, description or tags of a file.',
    body: updateBody,
    answer: fileDetail,
  }),
  moveFile: endpoint('PATCH', '/files/{id}/move', {
    name: 'moveFile',
    summary: 'Moves a file into another folder.',
    body: z.object({ parentFolderId: uuidField }),
    answer: fileDetail,
  }),
  deleteFile: endpoint('DELETE', '/files/{id}', { name: 'deleteFile', summary: 'Removes a file, softly.' }),
  searchFilesOfOrganization: endpoint('GET', '/files/search', {
    name: 'searchFilesOfOrganization',
    summary: "The organization's files by name, task inputs and results included.",
    query: z.object({ q: soughtField, limit: z.coerce.number().int().min(1).max(100).default(20) }),
    answer: z.array(fileRow),
  }),
  listOrganizationFiles: endpoint('GET', '/organizations/{orgId}/files', {
    name: 'listOrganizationFiles',
    summary: 'All files of an organization, those the caller may not read included; for Owner and Admin.',
    access: 'admin',
    query: pageQuery,
    answer: pageAnswer(fileRow.extend({ ownerId: z.int(), visibility: z.string() })),
  }),
};

/** Section 4.2: contents and versions. */
export const versionEndpoints = {
  getFileContent: endpoint('GET', '/files/{id}/content', {
    name: 'getFileContent',
    summary: "A presigned address of the latest version's bytes.",
    answer: contentLink,
  }),
  downloadFile: endpoint('GET', '/files/{id}/download', {
    name: 'downloadFile',
    summary: "The latest version's bytes, streamed through the service.",
    bytes: true,
  }),
  listVersions: endpoint('GET', '/files/{id}/versions', {
    name: 'listVersions',
    summary: "A file's versions, newest first.",
    query: pageQuery,
    answer: pageAnswer(versionAnswer),
  }),
  createVersion: endpoint('POST', '/files/{id}/versions', {
    name: 'createVersion',
    summary: 'Adds a version from text or base64.',
    body: z.object({
      changeSummary: z.string().max(10_000).nullish(),
      changeSource: z.string().max(200).nullish(),
      baseVersionId: uuidField.nullish(),
    }),
    streamsContent: true,
    status: 201,
    answer: versionAnswer,
  }),
  getVersionContent: endpoint('GET', '/files/{id}/versions/{versionId}/content', {
    name: 'getVersionContent',
    summary: "A presigned address of a version's bytes.",
    answer: contentLink,
  }),
  restoreVersion: endpoint('POST', '/files/{id}/versions/{versionId}/restore', {
    name: 'restoreVersion',
    summary: 'Adds a version that holds the bytes of an older one.',
    status: 201,
    answer: versionAnswer,
  }),
};
