import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, timeAnswer } from '../fields.ts';
import { organizationRole, roleField } from './organizations.ts';

/** An address of mail, in lower case: addresses are compared without regard to case. */
export const emailField = z
  .email()
  .max(254)
  .transform(email => email.toLowerCase());

export const invitationAnswer = z.strictObject({
  id: idAnswer,
  email: z.string(),
  role: organizationRole,
  isExpired: z.boolean(),
  createdAt: timeAnswer,
  expiresAt: timeAnswer,
  invitedBy: z.int(),
});

export type InvitationAnswer = z.infer<typeof invitationAnswer>;

/** Section 4.8. The token of an invitation stands in its mail and nowhere else. */
export const invitationEndpoints = {
  getInvitation: endpoint('GET', '/invitations/{token}', {
    name: 'getInvitation',
    summary: 'What an invitation invites to, for its page.',
    access: 'public',
    answer: z.strictObject({
      organizationName: z.string(),
      email: z.string(),
      role: organizationRole,
      invitedBy: z.string(),
      isExpired: z.boolean(),
      expiresAt: timeAnswer,
    }),
  }),
  acceptInvitation: endpoint('POST', '/invitations/{token}/accept', {
    name: 'acceptInvitation',
    summary: 'Joins the organization that invites the caller.',
    access: 'member',
    answer: z.strictObject({ organizationId: idAnswer, membershipId: idAnswer, role: organizationRole }),
  }),
  listInvitations: endpoint('GET', '/organizations/{organizationId}/invitations', {
    name: 'listInvitations',
    summary: 'All invitations that were not accepted, pending and expired.',
    access: 'admin',
    answer: z.array(invitationAnswer),
  }),
  createInvitation: endpoint('POST', '/organizations/{organizationId}/invitations', {
    name: 'createInvitation',
    summary: 'Invites a person by mail.',
    access: 'admin',
    body: z.object({ email: emailField, role: roleField.nullish() }),
    answer: invitationAnswer,
  }),
  cancelInvitation: endpoint('DELETE', '/organizations/{organizationId}/invitations/{invitationId}', {
    name: 'cancelInvitation',
    summary: 'Takes a pending invitation back.',
    access: 'admin',
    answer: z.strictObject({ id: idAnswer, status: z.literal('cancelled') }),
  }),
  resendInvitation: endpoint('POST', '/organizations/{organizationId}/invitations/{invitationId}/resend', {
    name: 'resendInvitation',
    summary: 'Sends an invitation again, with a new token and a new expiry.',
    access: 'admin',
    answer: invitationAnswer,
  }),
};
