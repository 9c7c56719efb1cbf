import { z } from 'zod';

import { accountInfo, deletionOutcome, invitationInfo, keyEnd, organizationInfo, unsentWork } from './model.ts';
import { capabilities } from './capabilities-model.ts';
import { session } from '../status/records-model.ts';
import { keyOutcome, secretPlace } from './sign-in-model.ts';
import { call, nothing } from '../../rpc/call.ts';

export const accountCalls = {
  /**
   * Signs in with an API key (spec 5.1). `store` null: the keyring, else a file, and `notice` says so. `organization`: which
   * one the key is for, by id or name, where the service does not tell.
   */
  'account.signIn': call(
    z.object({
      service: z.string().max(2000),
      key: z.string().min(1).max(4000),
      store: secretPlace.nullable(),
      organization: z.string().max(1000).nullable().optional(),
    }),
    keyOutcome,
  ),
  /** Whether this key at this service is what is signed in with already. */
  'account.holds': call(
    z.object({ service: z.string().max(2000), key: z.string().min(1).max(4000) }),
    z.object({ same: z.boolean() }),
  ),
  'account.keyEnd': call(nothing, keyEnd),
  /** When the key ends, ISO 8601, as the person says; null: not known. What the service says counts more. */
  'account.sayKeyEnd': call(z.object({ at: z.iso.datetime().nullable() }), nothing),
  /** What was learnt of the service that the specification leaves open. */
  'account.capabilities': call(nothing, capabilities),
  /** Forgets the key. Never touches a file. */
  'account.signOut': call(nothing, nothing),
  /** Who is signed in. Asks the service; when that does not answer, says what was known. */
  'account.look': call(nothing, accountInfo),
  /** Changes the name that others see. */
  'account.rename': call(z.object({ displayName: z.string().min(1).max(200) }), nothing),
  /** What is on this computer only. */
  'account.unsent': call(nothing, unsentWork),
  /** Acts in another organization from now on. Mirrored folders stay with theirs. */
  'account.switchOrganization': call(z.object({ organization: z.string().max(1000) }), organizationInfo),
  /** Ends the account at the service, for good. `confirm` is its address. No file here is touched. */
  'account.delete': call(z.object({ confirm: z.string().max(320) }), deletionOutcome),
  /** `link`: an invitation's link or token as it was pasted. `service`: the service to ask when there is no account. */
  'invitation.look': call(
    z.object({ link: z.string().max(4000), service: z.string().max(2000).nullable() }),
    invitationInfo,
  ),
  'invitation.accept': call(z.object({ link: z.string().max(4000) }), z.object({ organization: z.string() })),
};

export const accountTopics = { 'account.session': session };
