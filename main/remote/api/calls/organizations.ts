import { memberEndpoints, organizationEndpoints } from '../../../../shared/api/calls/organizations.ts';
import { asking } from '../ask.ts';

/** `GET /organizations`: The organizations the caller belongs to. */
export const listOrganizations = asking(organizationEndpoints.listOrganizations);

/** `GET /organizations/{organizationId}`: One organization. */
export const getOrganization = asking(organizationEndpoints.getOrganization);

/** `PUT /organizations/{organizationId}`: Changes an organization's name or the dates of its pilot. */
export const updateOrganization = asking(organizationEndpoints.updateOrganization);

/** `GET /organizations/{organizationId}/billing-status`: Whether an organization may use the service, and until when. */
export const getBillingStatus = asking(organizationEndpoints.getBillingStatus);

/** `PATCH /organizations/{organizationId}/kb-autotidy`: Switches the curation of the Knowledge Base on or off; without `enabled` only tells. */
export const setAutotidy = asking(organizationEndpoints.setAutotidy);

/** `PUT /organizations/{organizationId}/set-default`: Makes an organization the one that the caller finds after signing in. */
export const setDefaultOrganization = asking(organizationEndpoints.setDefaultOrganization);

/** `POST /organizations/{organizationId}/switch`: A new token that acts in another organization of the caller. */
export const switchOrganization = asking(organizationEndpoints.switchOrganization);

/** `GET /organizations/{organizationId}/members`: Everyone in an organization. */
export const listMembers = asking(memberEndpoints.listMembers);

/** `GET /organizations/{organizationId}/members/directory`: Members by name or address, from two characters on. */
export const searchMembers = asking(memberEndpoints.searchMembers);

/** `DELETE /organizations/{organizationId}/members/{membershipId}`: Ends a person's membership; everyone may end the own one. */
export const removeMember = asking(memberEndpoints.removeMember);

/** `PUT /organizations/{organizationId}/members/{membershipId}/role`: Gives a member another role. */
export const setMemberRole = asking(memberEndpoints.setMemberRole);
