import { z } from 'zod';

import {
  browserOutcome,
  browserStart,
  browserWay,
  codeOutcome,
  secretPlace,
  serviceFound,
  signedIn,
} from './sign-in-model.ts';
import { call, nothing } from '../../rpc/call.ts';

const service = z.string().max(2000);
const email = z.string().max(320);
const code = z.string().max(100);
/** Null: the key store, else a file, and `notice` says so. */
const store = secretPlace.nullable();
const personName = z.string().max(200);

/** Signing in other than with a key (spec 4.10, 4.11, 5.2, 5.3). No answer carries a key or a token. */
export const signInCalls = {
  /** Whether a service answers at an address, and what it offers. */
  'signIn.find': call(z.object({ service }), serviceFound),
  /** Has a code sent by mail; the answer is the same for known and unknown addresses. */
  'signIn.sendCode': call(z.object({ service, email }), z.object({ expiresInSeconds: z.number().nullable() })),
  'signIn.verifyCode': call(z.object({ service, email, code, store }), codeOutcome),
  /** A new person, with the code that was right before. Both consents must be true. */
  'signIn.register': call(
    z.object({
      service,
      email,
      code,
      firstName: personName,
      lastName: personName,
      termsConditions: z.boolean(),
      privacyPolicy: z.boolean(),
      marketingConsent: z.boolean().default(false),
      invitation: z.string().max(2000).nullable(),
      store,
    }),
    signedIn,
  ),
  /** Begins a sign-in in the system's browser; an earlier one ends. `email`: whose, for the organization's provider. */
  'signIn.begin': call(z.object({ service, way: browserWay, email: email.nullable(), store }), browserStart),
  /** Answers when it has ended; asked again, the same. */
  'signIn.outcome': call(z.object({ ticket: z.string().max(100) }), browserOutcome),
  'signIn.cancel': call(z.object({ ticket: z.string().max(100) }), nothing),
  /** Has a mail sent that confirms the address (token null), or confirms it with the token of that mail. */
  'signIn.confirmEmail': call(
    z.object({ email, token: z.string().max(2000).nullable() }),
    z.object({ confirmed: z.boolean() }),
  ),
};
