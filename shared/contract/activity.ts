import { z } from 'zod';

import { activityEntry } from '../model/records.ts';
import { call } from './call.ts';

export const activityCalls = {
  /** Newest first, at most `limit` (1 to 500) entries older than `before`; null starts at the newest. */
  'activity.page': call(
    z.object({ before: z.number().int().nullable(), limit: z.number().int().min(1).max(500) }),
    z.array(activityEntry),
  ),
};

export const activityTopics = { 'activity.latest': activityEntry.nullable() };
