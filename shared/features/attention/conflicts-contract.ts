import { z } from 'zod';

import { conflictDetail, conflictThere, guardedPage, seenSides, settledConflicts } from './decisions-model.ts';
import { conflictInfo, guardInfo } from '../status/records-model.ts';
import { call, nothing } from '../../rpc/call.ts';

const conflictId = z.string().max(100);
const keep = z.enum(['mine', 'theirs', 'both']);

export const conflictsCalls = {
  'conflicts.list': call(nothing, z.array(conflictInfo)),
  /** Both sides of one, from what is recorded: works offline. */
  'conflicts.detail': call(z.object({ id: conflictId }), conflictDetail),
  /** What the service says of its versions: who made them, and when. Asks the service. */
  'conflicts.askService': call(z.object({ id: conflictId }), conflictThere),
  /**
   * Settles one. With `seen` only when both sides are still what the person saw. `name`, for `both`: what the copy is to
   * be called from now on. `undo`: what `activity.undo` takes it back by; null where nothing went that could come back.
   */
  'conflicts.resolve': call(
    z.object({ id: conflictId, keep, seen: seenSides.optional(), name: z.string().min(1).max(1000).optional() }),
    z.object({ undo: z.string().nullable() }),
  ),
  /** Settles several in the same way; what cannot be is left as it was. */
  'conflicts.resolveAll': call(z.object({ ids: z.array(conflictId).min(1).max(1000), keep }), settledConflicts),
};

export const conflictsTopics = { 'conflicts.count': z.number().int() };

export const guardsCalls = {
  'guards.list': call(nothing, z.array(guardInfo)),
  /** What would be removed, by path: at most `limit` (1 to 1000) items from `offset`. */
  'guards.items': call(
    z.object({
      id: z.string().max(100),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(1000),
    }),
    guardedPage,
  ),
  /**
   * `keep` brings back or keeps the items; `remove` carries the removals out, through the store. With `seen` (how many a
   * person was shown) more than those are not removed: then it is refused, to be looked at again.
   */
  'guards.answer': call(
    z.object({
      id: z.string().max(100),
      answer: z.enum(['keep', 'remove']),
      seen: z.number().int().min(0).optional(),
    }),
    nothing,
  ),
};
