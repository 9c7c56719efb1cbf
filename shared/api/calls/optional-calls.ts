import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, nameField, pageAnswer, pageQuery, timeAnswer } from '../fields.ts';
import { timeField } from './organizations.ts';

const keyPolicy = z.enum(['all_members', 'admins_only']);

export const keyAnswer = z.strictObject({
  id: idAnswer,
  name: z.string(),
  /** How the key begins and ends: enough to know it again. */
  hint: z.string(),
  userId: z.int(),
  createdAt: timeAnswer,
  expiresAt: timeAnswer.nullable(),
  revokedAt: timeAnswer.nullable(),
});

const policyAnswer = z.strictObject({ policy: keyPolicy });

/** API keys (wire facts, section 4; spec 5.1). */
export const keyEndpoints = {
  listKeys: endpoint('GET', '/api-keys', {
    name: 'listKeys',
    summary: "The caller's keys in the organization; Owner and Admin see everyone's.",
    access: 'member',
    answer: z.array(keyAnswer),
  }),
  createKey: endpoint('POST', '/api-keys', {
    name: 'createKey',
    summary: 'Makes a key that acts for the caller; it is shown this once.',
    access: 'member',
    body: z.object({ name: nameField, expiresAt: timeField.nullish() }),
    status: 201,
    answer: keyAnswer.extend({ key: z.string() }),
  }),
  revokeKey: endpoint('DELETE', '/api-keys/{id}', {
    name: 'revokeKey',
    summary: 'Ends a key for good.',
    access: 'member',
  }),
  getKeyPolicy: endpoint('GET', '/api-keys/policy', {
    name: 'getKeyPolicy',
    summary: 'Who may make keys in the organization.',
    access: 'member',
    answer: policyAnswer,
  }),
  setKeyPolicy: endpoint('PUT', '/api-keys/policy', {
    name: 'setKeyPolicy',
    summary: 'Says who may make keys in the organization.',
    access: 'admin',
    body: z.object({ policy: keyPolicy }),
    answer: policyAnswer,
  }),
};

export const auditAnswer = z.strictObject({
  id: idAnswer,
  /** The operation's name, or `signedIn`, `joined`, `scopeRefused`. */
  action: z.string(),
  userId: z.int(),
  via: z.string(),
  /** The id of what it was done to, when the path names one. */
  targetId: z.string().nullable(),
  createdAt: timeAnswer,
});

/** What stands outside the tables of section 4: the version, and what wire facts, section 4, saw in use. */
export const beyondEndpoints = {
  getVersion: endpoint('GET', '/version', {
    name: 'getVersion',
    summary: 'Which build of the service answers.',
    access: 'public',
    answer: z.strictObject({
      version: z.string(),
      apiVersion: z.string(),
      build: z.string(),
      releasedAt: timeAnswer,
    }),
  }),
  validateToken: endpoint('POST', '/auth/validate-token', {
    name: 'validateToken',
    summary: 'Whether a key or token would be accepted, and whom it stands for.',
    access: 'public',
    body: z.object({ token: z.string().max(10_000) }),
    answer: z.strictObject({
      valid: z.boolean(),
      userId: z.int().optional(),
      organizationId: idAnswer.optional(),
    }),
  }),
  listAuditLog: endpoint('GET', '/organizations/{organizationId}/audit-log', {
    name: 'listAuditLog',
    summary: 'Who did what in an organization, newest first.',
    access: 'admin',
    query: pageQuery.extend({
      action: z.string().max(100).optional(),
      userId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    }),
    answer: pageAnswer(auditAnswer),
  }),
  sendFeedback: endpoint('POST', '/feedback', {
    name: 'sendFeedback',
    summary: 'Tells the makers of the service something.',
    body: z.object({ title: z.string().trim().min(1).max(200), description: z.string().trim().min(1).max(10_000) }),
    status: 201,
    answer: z.strictObject({ id: idAnswer, createdAt: timeAnswer }),
  }),
};
