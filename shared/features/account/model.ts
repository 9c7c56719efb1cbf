import { z } from 'zod';

import { openItem } from '../status/model.ts';

export const organizationInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** In the service's word; null when it does not say. */
  role: z.string().nullable(),
  /** Whether the account acts in it here. */
  isActive: z.boolean(),
  /** Mirrored folders of it on this computer. */
  mirrors: z.number().int(),
});
export type OrganizationInfo = z.infer<typeof organizationInfo>;

/** Who is signed in, and with what. What the service did not tell is null. */
export const accountInfo = z.object({
  service: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Null when the service does not say. */
  isEmailConfirmed: z.boolean().nullable(),
  /** With what: an API key, a session from a code or a company sign-in, or an authorization. */
  credential: z.object({
    kind: z.enum(['key', 'session', 'oauth']),
    /** The name of the key, and its last four characters. */
    name: z.string().nullable(),
    ends: z.string().nullable(),
    /** When it stops working, ISO 8601 UTC; null when it does not, or it is not known. */
    expiresAt: z.string().nullable(),
  }),
  organizations: z.array(organizationInfo),
  /** Whether the service was asked just now; else this is what was known before. */
  isFresh: z.boolean(),
});
export type AccountInfo = z.infer<typeof accountInfo>;

/** When the key stops working, ISO 8601 UTC, and who says so; null: not known. */
export const keyEnd = z.object({ at: z.string().nullable(), by: z.enum(['service', 'person']).nullable() });
export type KeyEnd = z.infer<typeof keyEnd>;

/** What is on this computer only, and would stay here after signing out. */
export const unsentWork = z.object({
  /** At most 200 of them. */
  items: z.array(z.object({ mirror: z.string(), path: z.string() })),
  total: z.number().int(),
  /** Messages to the agent that have not arrived, oldest first, at most 200: how each begins, and why it waits. */
  messages: z.array(z.object({ title: z.string(), note: z.string() })),
  messagesTotal: z.number().int(),
  /** What waits for a person in the mirrors. */
  open: z.array(openItem).max(200),
  /** How many things need a person: the number that Attention has. */
  needs: z.number().int(),
});
export type UnsentWork = z.infer<typeof unsentWork>;

/** How a deletion of the account ended. `kept`: the service did not do it, and says why. */
export const deletionOutcome = z.discriminatedUnion('name', [
  z.object({ name: z.literal('deleted') }),
  z.object({ name: z.literal('kept'), status: z.number().int(), messages: z.array(z.string()) }),
]);
export type DeletionOutcome = z.infer<typeof deletionOutcome>;

/** What an invitation invites to. `gone`: it was used, taken back, or never was. */
export const invitationInfo = z.object({
  state: z.enum(['pending', 'expired', 'gone', 'other-email']),
  organization: z.string().nullable(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  invitedBy: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** Who is signed in here, when that is known. */
  signedInAs: z.string().nullable(),
});
export type InvitationInfo = z.infer<typeof invitationInfo>;
