import { z } from 'zod';

import { activityEntry } from '../model/records.ts';
import { undoableInfo, undoneInfo } from '../model/undo.ts';
import { call } from './call.ts';

export const activityCalls = {
  /** Newest first, at most `limit` (1 to 500) entries older than `before`; null starts at the newest. */
  'activity.page': call(
    z.object({ before: z.number().int().nullable(), limit: z.number().int().min(1).max(500) }),
    z.array(activityEntry),
  ),
  /** What can be taken back, newest first, removals that wait among it. */
  'activity.undoable': call(z.object({ limit: z.number().int().min(1).max(500) }), z.array(undoableInfo)),
  /** Takes one of them back, with null the newest. Refused with a sentence when something changed since. */
  'activity.undo': call(z.object({ id: z.string().max(100).nullable() }), undoneInfo),
};

export const activityTopics = { 'activity.latest': activityEntry.nullable() };
