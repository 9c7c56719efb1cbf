import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, nameField, timeAnswer } from '../fields.ts';

export const organizationRole = z.enum(['Owner', 'Admin', 'Member']);

/** A role as it arrives, written in any case. */
export const roleField = z
  .string()
  .transform(role => role.charAt(0).toUpperCase() + role.slice(1).toLowerCase())
  .pipe(organizationRole);

/** A moment as it arrives: ISO 8601 with its zone. */
export const timeField = z.iso.datetime({ offset: true }).transform(text => new Date(text).toISOString());

export const organizationAnswer = z.strictObject({
  id: idAnswer,
  name: z.string(),
  role: organizationRole,
  isDefault: z.boolean(),
});

export const organizationDetail = organizationAnswer.extend({
  pilotStartDate: timeAnswer.nullable(),
  pilotEndDate: timeAnswer.nullable(),
  kbAutotidyEnabled: z.boolean(),
});

export const memberAnswer = z.strictObject({
  /** Of the membership, not of the person. */
  id: idAnswer,
  userId: z.int(),
  role: organizationRole,
  displayName: z.string(),
  email: z.string(),
});

/** What a sign-in gives: a token to send as bearer, for one person in one organization. */
export const sessionAnswer = z.strictObject({
  token: z.string(),
  tokenType: z.literal('Bearer'),
  expiresAt: timeAnswer,
  userId: z.int(),
  organizationId: idAnswer,
});

export type OrganizationAnswer = z.infer<typeof organizationAnswer>;
export type OrganizationDetail = z.infer<typeof organizationDetail>;
export type MemberAnswer = z.infer<typeof memberAnswer>;
export type SessionAnswer = z.infer<typeof sessionAnswer>;

/** Section 4.7: the organization itself. */
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
    answer: organizationDetail,
  }),
  updateOrganization: endpoint('PUT', '/organizations/{organizationId}', {
    name: 'updateOrganization',
    summary: "Changes an organization's name or the dates of its pilot.",
    access: 'admin',
    body: z.object({
      name: nameField.nullish(),
      pilotStartDate: timeField.nullish(),
      pilotEndDate: timeField.nullish(),
    }),
    answer: organizationDetail,
  }),
  getBillingStatus: endpoint('GET', '/organizations/{organizationId}/billing-status', {
    name: 'getBillingStatus',
    summary: 'Whether an organization may use the service, and until when.',
    access: 'member',
    answer: z.strictObject({
      status: z.enum(['active', 'pilot', 'pilot-upcoming', 'pilot-ended']),
      pilotStartDate: timeAnswer.nullable(),
      pilotEndDate: timeAnswer.nullable(),
      memberCount: z.int(),
    }),
  }),
  setAutotidy: endpoint('PATCH', '/organizations/{organizationId}/kb-autotidy', {
    name: 'setAutotidy',
    summary: 'Switches the curation of the Knowledge Base on or off; without `enabled` only tells.',
    access: 'admin',
    body: z.object({ enabled: z.boolean().nullish() }),
    answer: z.strictObject({ kbAutotidyEnabled: z.boolean() }),
  }),
  setDefaultOrganization: endpoint('PUT', '/organizations/{organizationId}/set-default', {
    name: 'setDefaultOrganization',
    summary: 'Makes an organization the one that the caller finds after signing in.',
    access: 'member',
  }),
  switchOrganization: endpoint('POST', '/organizations/{organizationId}/switch', {
    name: 'switchOrganization',
    summary: 'A new token that acts in another organization of the caller.',
    access: 'session',
    answer: sessionAnswer,
  }),
};

/** Section 4.7: who belongs to an organization. */
export const memberEndpoints = {
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
  removeMember: endpoint('DELETE', '/organizations/{organizationId}/members/{membershipId}', {
    name: 'removeMember',
    summary: "Ends a person's membership; everyone may end the own one.",
    access: 'admin',
  }),
  setMemberRole: endpoint('PUT', '/organizations/{organizationId}/members/{membershipId}/role', {
    name: 'setMemberRole',
    summary: 'Gives a member another role.',
    access: 'admin',
    body: z.object({ role: roleField }),
    status: 204,
  }),
};
