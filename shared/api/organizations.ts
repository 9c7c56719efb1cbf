import { z } from 'zod';

import { endpoint } from './endpoint.ts';
import { idAnswer } from './fields.ts';

export const organizationRole = z.enum(['Owner', 'Admin', 'Member']);

export const organizationAnswer = z.strictObject({
  id: idAnswer,
  name: z.string(),
  role: organizationRole,
  isDefault: z.boolean(),
});

export const memberAnswer = z.strictObject({
  /** Of the membership, not of the person. */
  id: idAnswer,
  userId: z.int(),
  role: organizationRole,
  displayName: z.string(),
  email: z.string(),
});

export type OrganizationAnswer = z.infer<typeof organizationAnswer>;
export type MemberAnswer = z.infer<typeof memberAnswer>;

/** Section 4.7. */
export const organizationEndpoints = {
  listOrganizations: endpoint('GET', '/organizations', {
    name: 'listOrganizations',
    summary: 'The organizations the caller belongs to.',
    access: 'member',
    answer: z.array(organizationAnswer),
  }),
  getOrganization: endpoint('GET', '/organizations/{organizationId}', {
    name: 'getOrganization',
    summary: 'One organization.',
    access: 'member',
    answer: organizationAnswer,
  }),
  listMembers: endpoint('GET', '/organizations/{organizationId}/members', {
    name: 'listMembers',
    summary: 'Everyone in an organization.',
    access: 'member',
    answer: z.array(memberAnswer),
  }),
  searchMembers: endpoint('GET', '/organizations/{organizationId}/members/directory', {
    name: 'searchMembers',
    summary: 'Members by name or address, from two characters on.',
    access: 'member',
    query: z.object({ q: z.string().max(200).default('') }),
    answer: z.array(z.strictObject({ userId: z.int(), displayName: z.string(), email: z.string() })),
  }),
};
