import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, uuidField } from '../fields.ts';
import { emailField } from './invitations.ts';
import { organizationAnswer, sessionAnswer } from './organizations.ts';

const words = z.string().max(2000);
const personName = z.string().trim().min(1).max(200);

/** What a person says about herself or himself; null until said. */
export const profileFields = {
  currentPosition: words.nullable(),
  currentEmployer: words.nullable(),
  hopes: words.nullable(),
  useCase: words.nullable(),
  referralCode: words.nullable(),
  acceptedTermsAndConditions: idAnswer.nullable(),
  acceptedPrivacyPolicy: idAnswer.nullable(),
  marketingConsent: z.boolean(),
};

export const accountAnswer = z.strictObject({
  id: z.int(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ...profileFields,
  defaultOrganizationId: idAnswer.nullable(),
  organizations: z.array(organizationAnswer),
});

const profileBody = z.object({
  displayName: personName.nullish(),
  firstName: personName.nullish(),
  lastName: personName.nullish(),
  currentPosition: words.nullish(),
  currentEmployer: words.nullish(),
  hopes: words.nullish(),
  useCase: words.nullish(),
  referralCode: words.nullish(),
  acceptedTermsAndConditions: uuidField.nullish(),
  acceptedPrivacyPolicy: uuidField.nullish(),
  marketingConsent: z.boolean().nullish(),
});

/** How a sign-in through another provider ended. */
const signInOutcome = z.strictObject({
  status: z.enum(['signed-in', 'tested', 'no-account', 'refused']),
  /** Who vouched: no real provider, and it says so. */
  provider: z.string(),
  email: z.string().nullable(),
  returnUrl: z.string().nullable(),
  session: sessionAnswer.nullable(),
});

/** Where a sign-in through another provider goes on. */
const signInStart = z.strictObject({ provider: z.string(), redirectUrl: z.string() });

const addressText = z.string().max(2000);

/** Where a person comes back to; on this computer only. */
const returnUrl = addressText.optional();

export type AccountAnswer = z.infer<typeof accountAnswer>;
export type ProfileBody = z.output<typeof profileBody>;
export type SignInOutcome = z.infer<typeof signInOutcome>;

/** Section 4.10: the account itself. */
export const accountEndpoints = {
  getAccount: endpoint('GET', '/account/user/{appUserId}', {
    name: 'getAccount',
    summary: "The caller's own account.",
    answer: accountAnswer,
  }),
  updateAccount: endpoint('PUT', '/account/user/{appUserId}', {
    name: 'updateAccount',
    summary: 'Changes what the caller says about herself or himself.',
    body: profileBody,
    answer: accountAnswer,
  }),
  deleteAccount: endpoint('DELETE', '/account/me', {
    name: 'deleteAccount',
    summary: "Ends the caller's account with all its credentials.",
    access: 'session',
    body: z.object({ confirm: emailField.nullish() }),
    answer: z.strictObject({ deleted: z.literal(true) }),
  }),
  confirmEmail: endpoint('POST', '/account/ConfirmEmail', {
    name: 'confirmEmail',
    summary: 'Confirms an address with the token that was sent there; without a token sends one.',
    access: 'public',
    query: z.object({ email: emailField.optional(), token: addressText.optional() }),
    body: z.object({ email: emailField.nullish(), token: addressText.nullish() }),
    answer: z.strictObject({ email: z.string(), confirmed: z.boolean() }),
  }),
};

/** Section 4.10: sign-in through a third party or the organization's own identity provider. */
export const externalSignInEndpoints = {
  startExternalLogin: endpoint('POST', '/account/ExternalLogin', {
    name: 'startExternalLogin',
    summary: 'Begins a sign-in, or a sign-up, through a third party.',
    access: 'public',
    query: z.object({ email: emailField.optional(), returnUrl }),
    answer: signInStart,
  }),
  finishExternalLogin: endpoint('GET', '/account/ExternalLoginCallback', {
    name: 'finishExternalLogin',
    summary: 'Ends a sign-in through a third party; with `signup` makes the account.',
    access: 'public',
    query: z.object({ returnUrl, signup: z.stringbool().default(false), code: addressText.default('') }),
    answer: signInOutcome,
  }),
  startSingleSignOn: endpoint('GET', '/account/sso/start', {
    name: 'startSingleSignOn',
    summary: "Begins a sign-in through the organization's identity provider.",
    access: 'public',
    query: z.object({ email: emailField, returnUrl, test: z.stringbool().default(false) }),
    answer: signInStart,
  }),
  finishSingleSignOn: endpoint('GET', '/account/sso-callback', {
    name: 'finishSingleSignOn',
    summary: "Where the organization's identity provider sends people back to.",
    access: 'public',
    query: z.object({
      code: addressText.default(''),
      state: addressText.default(''),
      error: z.string().max(200).optional(),
    }),
    answer: signInOutcome,
  }),
};
