import { invitationEndpoints } from '../../../../shared/api/calls/invitations.ts';
import { asking } from '../ask.ts';

/** `GET /invitations/{token}`: What an invitation invites to, for its page. */
export const getInvitation = asking(invitationEndpoints.getInvitation);

/** `POST /invitations/{token}/accept`: Joins the organization that invites the caller. */
export const acceptInvitation = asking(invitationEndpoints.acceptInvitation);

/** `GET /organizations/{organizationId}/invitations`: All invitations that were not accepted, pending and expired. */
export const listInvitations = asking(invitationEndpoints.listInvitations);

/** `POST /organizations/{organizationId}/invitations`: Invites somebody by mail. */
export const createInvitation = asking(invitationEndpoints.createInvitation);

/** `DELETE /organizations/{organizationId}/invitations/{invitationId}`: Takes a pending invitation back. */
export const cancelInvitation = asking(invitationEndpoints.cancelInvitation);

/** `POST /organizations/{organizationId}/invitations/{invitationId}/resend`: Sends an invitation again, with a new token and a new expiry. */
export const resendInvitation = asking(invitationEndpoints.resendInvitation);
