import { z } from 'zod';

import { capabilities } from '../model/capabilities.ts';
import { session } from '../model/records.ts';
import { call, nothing } from './call.ts';

export const accountCalls = {
  /** Signs in with an API key (spec 5.1). `store` null: the keyring, else a file, and `notice` says so. */
  'account.signIn': call(
    z.object({
      service: z.string().max(2000),
      key: z.string().min(1).max(4000),
      store: z.enum(['keyring', 'file']).nullable(),
    }),
    z.object({ organization: z.string().nullable(), notice: z.string().nullable() }),
  ),
  /** What was learnt of the service that the specification leaves open. */
  'account.capabilities': call(nothing, capabilities),
  /** Forgets the key. Never touches a file. */
  'account.signOut': call(nothing, nothing),
};

export const accountTopics = { 'account.session': session };
