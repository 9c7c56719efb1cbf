import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { emailField } from './invitations.ts';
import { sessionAnswer } from './organizations.ts';

const codeField = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'a code has six digits');
const personName = z.string().trim().min(1).max(200);
const consent = z.literal(true, { error: 'this has to be accepted' });

const verified = z.discriminatedUnion('status', [
  sessionAnswer.extend({ status: z.literal('signed-in') }),
  /** The code was right, and goes on working for the registration. */
  z.strictObject({ status: z.literal('registration-required'), email: z.string() }),
]);

/** Section 4.11. */
export const signInEndpoints = {
  requestCode: endpoint('POST', '/account/MagicLink/Request', {
    name: 'requestCode',
    summary: 'Sends a code to an address; the answer is the same whether or not a person is known there.',
    access: 'public',
    body: z.object({ email: emailField }),
    answer: z.strictObject({ sent: z.literal(true), expiresInSeconds: z.int() }),
  }),
  verifyCode: endpoint('POST', '/account/MagicLink/Verify', {
    name: 'verifyCode',
    summary: 'Signs a known person in with the code, or says that the registration is missing.',
    access: 'public',
    body: z.object({ email: emailField, code: codeField }),
    answer: verified,
  }),
  completeRegistration: endpoint('POST', '/account/MagicLink/CompleteRegistration', {
    name: 'completeRegistration',
    summary: 'Makes the account of a new person, with an organization of its own or the inviting one.',
    access: 'public',
    body: z.object({
      email: emailField,
      code: codeField,
      firstName: personName,
      lastName: personName,
      termsConditions: consent,
      privacyPolicy: consent,
      displayName: personName.nullish(),
      marketingConsent: z.boolean().nullish(),
      invitationToken: z.string().max(500).nullish(),
    }),
    answer: sessionAnswer,
  }),
};
