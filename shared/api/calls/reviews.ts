import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, pageAnswer, pageQuery, timeAnswer } from '../fields.ts';

/** A change of a file that auto-tidy proposes. `before` and `after` are a name, a folder's id, or tags. */
export const reviewItem = z.strictObject({
  id: idAnswer,
  fileId: idAnswer,
  fileName: z.string(),
  kind: z.enum(['rename', 'move', 'tag']),
  before: z.union([z.string(), z.array(z.string())]).nullable(),
  after: z.union([z.string(), z.array(z.string())]),
  reason: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  createdAt: timeAnswer,
  decidedAt: timeAnswer.nullable(),
  decidedBy: z.int().nullable(),
});

export type ReviewItem = z.infer<typeof reviewItem>;

/** Beyond the specification's tables (wire facts, section 4): what auto-tidy proposes. */
export const reviewEndpoints = {
  listReviewItems: endpoint('GET', '/kb-review-items', {
    name: 'listReviewItems',
    summary: 'What auto-tidy proposes for files the caller may change; undecided ones unless asked otherwise.',
    query: pageQuery.extend({
      status: z
        .string()
        .default('pending')
        .transform(text => text.toLowerCase())
        .pipe(z.enum(['pending', 'approved', 'rejected', 'all'])),
    }),
    answer: pageAnswer(reviewItem),
  }),
  approveReviewItem: endpoint('POST', '/kb-review-items/{id}/approve', {
    name: 'approveReviewItem',
    summary: 'Carries a proposal out, as long as it still fits.',
    answer: reviewItem,
  }),
  rejectReviewItem: endpoint('POST', '/kb-review-items/{id}/reject', {
    name: 'rejectReviewItem',
    summary: 'Drops a proposal; it is not made again.',
    answer: reviewItem,
  }),
};
