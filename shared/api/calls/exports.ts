import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, timeAnswer } from '../fields.ts';

export const exportAnswer = z.strictObject({
  /** `id` and `jobId` are the same. */
  id: idAnswer,
  jobId: idAnswer,
  organizationId: idAnswer,
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  createdAt: timeAnswer,
  completedAt: timeAnswer.nullable(),
  /** Of the bundle; null until it is there. */
  sizeBytes: z.int().nullable(),
});

export type ExportAnswer = z.infer<typeof exportAnswer>;

/** Section 4.7: the export of all that an organization has. */
export const exportEndpoints = {
  startExport: endpoint('POST', '/organizations/{organizationId}/exports', {
    name: 'startExport',
    summary: "Begins to build a bundle of the organization's data.",
    access: 'admin',
    status: 202,
    answer: exportAnswer,
  }),
  getExport: endpoint('GET', '/organizations/{organizationId}/exports/{jobId}', {
    name: 'getExport',
    summary: 'How far an export is.',
    access: 'admin',
    answer: exportAnswer,
  }),
  downloadExport: endpoint('GET', '/organizations/{organizationId}/exports/{jobId}/download', {
    name: 'downloadExport',
    summary: "Leads to a freshly signed, short-lived address of an export's bundle.",
    access: 'admin',
    status: 302,
  }),
};
