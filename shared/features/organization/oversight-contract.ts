import { z } from 'zod';

import { apiKey, auditPage, givenKeyPolicy, keyList, proposalPage } from './oversight-model.ts';
import { call } from '../../rpc/call.ts';

const id = z.string().min(1).max(100);
const page = z.number().int().min(1).max(10_000);

/**
 * What a service may have beyond its specification (wire facts, section 4). Where it has none of it, the lists say so; every
 * change is read back before it is told as done.
 */
export const oversightCalls = {
  /**
   * One page of what was done in the organization, in the service's order; for its owners and admins. Null: all actions and
   * people.
   */
  'audit.page': call(
    z.object({ action: z.string().min(1).max(100).nullable(), user: z.number().int().min(1).nullable(), page }),
    auditPage,
  ),
  'keys.list': call(z.object({}), keyList),
  /** Makes a key for the person who is signed in. `secret`: the key itself; it is told this once and kept nowhere. */
  'keys.make': call(
    z.object({ name: z.string().trim().min(1).max(255), expiresAt: z.iso.datetime({ offset: true }).nullable() }),
    z.object({ made: apiKey, secret: z.string(), list: keyList }),
  ),
  /** Ends a key for good. */
  'keys.revoke': call(z.object({ id }), keyList),
  'keys.setPolicy': call(z.object({ policy: givenKeyPolicy }), keyList),
  /** One page of the undecided proposals of auto-tidy. */
  'proposals.page': call(z.object({ page }), proposalPage),
  /** Carries a proposal out, or drops it; not when it was decided before. */
  'proposals.decide': call(z.object({ id, approve: z.boolean() }), z.null()),
};
