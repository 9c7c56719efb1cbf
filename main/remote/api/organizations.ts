import { memberEndpoints, organizationEndpoints } from '../../../shared/api/organizations.ts';
import { asking } from './ask.ts';

/** `GET /organizations`: The organizations the caller belongs to. */
export const listOrganizations = asking(organizationEndpoints.listOrganizations);

/** `GET /organizations/{organizationId}`: One organization. */
export const getOrganization = asking(organizationEndpoints.getOrganization);

/** `GET /organizations/{organizationId}/members`: Everyone in an organization. */
export const listMembers = asking(memberEndpoints.listMembers);

/** `GET /organizations/{organizationId}/members/directory`: Members by name or address, from two characters on. */
export const searchMembers = asking(memberEndpoints.searchMembers);
