import { z } from 'zod';

import { activityDetail, activityFilter, activityPage, exportFormat, fullLook, waitingInfo } from './model.ts';
import { activityEntry } from '../status/records-model.ts';
import { undoableInfo, undoneInfo } from './undo-model.ts';
import { call, nothing } from '../../rpc/call.ts';

const limit = z.number().int().min(1).max(500);
const before = z.number().int().nullable();

export const activityCalls = {
  /** Newest first, at most `limit` (1 to 500) entries older than `before`; null starts at the newest. */
  'activity.page': call(z.object({ before, limit }), z.array(activityEntry)),
  /** The same of what a filter lets through. */
  'activity.find': call(z.object({ filter: activityFilter, before, limit }), activityPage),
  /** One line with everything that is known of it. */
  'activity.detail': call(z.object({ id: z.number().int() }), activityDetail),
  /** Everything that is not done yet, with the reasons. */
  'activity.waiting': call(nothing, waitingInfo),
  /** When everything was looked at, newest first. */
  'activity.checks': call(z.object({ before, limit }), z.array(fullLook)),
  /**
   * Where the window can fetch what a filter lets through as a file, once and within a minute: a path at its own address.
   */
  'activity.export': call(z.object({ filter: activityFilter, format: exportFormat }), z.object({ path: z.string() })),
  /** What can be taken back, newest first, removals that wait among it. */
  'activity.undoable': call(z.object({ limit }), z.array(undoableInfo)),
  /** Takes one of them back, with null the newest. Refused with a sentence when something changed since. */
  'activity.undo': call(z.object({ id: z.string().max(100).nullable() }), undoneInfo),
};

export const activityTopics = { 'activity.latest': activityEntry.nullable() };
