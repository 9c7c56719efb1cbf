import { z } from 'zod';

import { pathQuestion } from '../edit/path-question.ts';
import { ruleInfo, rulingInfo } from './rules-model.ts';
import { call } from '../../rpc/call.ts';

/** Null: the only mirror there is. */
const mirrorId = z.string().max(100).nullable();
const pattern = z.string().max(1000);

export const rulesCalls = {
  /** The rules of one mirror, or with null of all, each with what it hides on either side. */
  'rules.list': call(z.object({ mirror: mirrorId }), z.array(ruleInfo)),
  /** Adds a rule behind the others; what it skips is neither sent nor received nor removed. `added`: it was none before. */
  'rules.add': call(z.object({ mirror: mirrorId, pattern }), z.object({ mirror: z.string(), added: z.boolean() })),
  /** Takes a rule of the mirror away; what it skipped is looked at again. */
  'rules.remove': call(z.object({ mirror: mirrorId, pattern }), z.object({ mirror: z.string() })),
  /** Says which rule decides about a path, whether anything is there or not. */
  'rules.test': call(pathQuestion, rulingInfo),
};
