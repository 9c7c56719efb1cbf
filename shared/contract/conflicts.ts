import { z } from 'zod';

import { conflictInfo, guardInfo } from '../model/records.ts';
import { call, nothing } from './call.ts';

export const conflictsCalls = {
  'conflicts.list': call(nothing, z.array(conflictInfo)),
  'conflicts.resolve': call(z.object({ id: z.string().max(100), keep: z.enum(['mine', 'theirs', 'both']) }), nothing),
};

export const conflictsTopics = { 'conflicts.count': z.number().int() };

export const guardsCalls = {
  'guards.list': call(nothing, z.array(guardInfo)),
  /** `keep` brings back or keeps the items; `remove` carries the removals out, through the store. */
  'guards.answer': call(z.object({ id: z.string().max(100), answer: z.enum(['keep', 'remove']) }), nothing),
};
