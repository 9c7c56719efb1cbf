import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { nameField, uuidField } from '../fields.ts';
import { fileDetail } from './files.ts';

const taskField = z.object({ taskId: uuidField.nullish() });

/** Section 4.2: copies of a file, and the way into the library and back. */
export const copyEndpoints = {
  forkFile: endpoint('POST', '/files/{id}/fork', {
    name: 'forkFile',
    summary: 'Makes a file of its own from the latest version of another.',
    body: z.object({ newName: nameField.nullish(), targetFolderId: uuidField.nullish() }),
    status: 201,
    answer: fileDetail,
  }),
  promoteFile: endpoint('POST', '/files/{id}/promote', {
    name: 'promoteFile',
    summary: "Publishes a file to the organization's library, or takes it out again.",
    body: z.object({ visibility: z.string().max(50), orgFolderId: uuidField.nullish() }),
    answer: fileDetail,
  }),
  createWorkingCopy: endpoint('POST', '/files/{id}/working-copy', {
    name: 'createWorkingCopy',
    summary: 'Makes a copy of a published file to edit, in a task or without one.',
    query: z.object({ taskId: uuidField.optional() }),
    body: taskField,
    status: 201,
    answer: fileDetail,
  }),
  commitWorkingCopy: endpoint('POST', '/files/{id}/commit', {
    name: 'commitWorkingCopy',
    summary: "Makes a working copy's content the next version of its original, which is answered.",
    status: 201,
    answer: fileDetail,
  }),
};
