import { z } from 'zod';

import { endpoint } from './endpoint.ts';
import { timeAnswer } from './fields.ts';

/** What stands outside the tables of section 4: the version, and what wire facts, section 4, saw in use. */
export const beyondEndpoints = {
  getVersion: endpoint('GET', '/version', {
    name: 'getVersion',
    summary: 'Which build of the service answers.',
    access: 'public',
    answer: z.strictObject({
      version: z.string(),
      apiVersion: z.string(),
      build: z.string(),
      releasedAt: timeAnswer,
    }),
  }),
};
