import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, nameField, pageAnswer, pageQuery, timeAnswer, uuidField } from '../fields.ts';
import { fileRow } from './files.ts';

/** A published file, and where in the library it stands; null is the top. */
export const libraryFile = fileRow.extend({ orgFolderId: idAnswer.nullable(), publishedAt: timeAnswer });

export const libraryFolder = z.strictObject({
  id: idAnswer,
  name: z.string(),
  parentFolderId: idAnswer.nullable(),
  createdAt: timeAnswer,
  updatedAt: timeAnswer,
});

/** A folder of the library with those below it. */
export const libraryTree = libraryFolder.extend({
  get children() {
    return z.array(libraryTree);
  },
});

export type LibraryFolderAnswer = z.infer<typeof libraryFolder>;
export type LibraryTree = z.infer<typeof libraryTree>;

/** Section 4.4. */
export const libraryEndpoints = {
  listLibraryFiles: endpoint('GET', '/organizations/{orgId}/library/files', {
    name: 'listLibraryFiles',
    summary: "The organization's published files, all of them or those of one library folder.",
    query: pageQuery.extend({ folderId: uuidField.optional() }),
    answer: pageAnswer(libraryFile),
  }),
  listLibraryFolders: endpoint('GET', '/organizations/{orgId}/library/folders', {
    name: 'listLibraryFolders',
    summary: "The library's folders as a tree.",
    answer: z.array(libraryTree),
  }),
  createLibraryFolder: endpoint('POST', '/organizations/{orgId}/library/folders', {
    name: 'createLibraryFolder',
    summary: 'Makes a folder of the library; for Owner and Admin.',
    body: z.object({ name: nameField, parentFolderId: uuidField.nullish(), parentId: uuidField.nullish() }),
    status: 201,
    answer: libraryFolder,
  }),
  renameLibraryFolder: endpoint('PUT', '/organizations/{orgId}/library/folders/{id}', {
    name: 'renameLibraryFolder',
    summary: 'Renames a folder of the library; for Owner and Admin.',
    body: z.object({ name: nameField }),
    answer: libraryFolder,
  }),
  deleteLibraryFolder: endpoint('DELETE', '/organizations/{orgId}/library/folders/{id}', {
    name: 'deleteLibraryFolder',
    summary: 'Removes a folder of the library; its files stay published, one folder higher. For Owner and Admin.',
  }),
};
