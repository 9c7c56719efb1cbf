import { z } from 'zod';

/**
 * Whether the service has it for this account: what stands beyond its specification it need not have (wire facts,
 * section 4). `absent`: it answers 404. `not-allowed`: by role or by key.
 */
export const standing = z.enum(['there', 'absent', 'not-allowed']);
export type Standing = z.infer<typeof standing>;

/** One line of the audit log of an organization. */
export const auditLine = z.object({
  id: z.string(),
  /** ISO; null when the service does not tell. */
  at: z.string().nullable(),
  /** As the service calls it. */
  action: z.string(),
  userId: z.number().int().nullable(),
  /** The name of who did it, where that is known. */
  who: z.string().nullable(),
  /** With what, in the service's word, such as a key. */
  via: z.string().nullable(),
  target: z.string().nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;

/** One page, in the service's order. `next`: the page to ask for then; null: that was all. */
export const auditPage = z.object({
  standing,
  lines: z.array(auditLine),
  total: z.number().int().nullable(),
  next: z.number().int().nullable(),
});
export type AuditPage = z.infer<typeof auditPage>;

/** Who may make keys, as it can be set. */
export const givenKeyPolicy = z.enum(['all_members', 'admins_only']);
export type GivenKeyPolicy = z.infer<typeof givenKeyPolicy>;

/** An API key; what it is made of is told once, when it is made. Times are ISO. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** How it begins and ends. */
  hint: z.string().nullable(),
  userId: z.number().int().nullable(),
  /** The name of who made it, where that is known. */
  who: z.string().nullable(),
  createdAt: z.string().nullable(),
  /** Null: never, or the service does not tell. */
  expiresAt: z.string().nullable(),
  /** Whether Benchtop signs in with it on this computer. */
  isInUse: z.boolean(),
  /** Null while it works. */
  revokedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The keys that can be seen: one's own, for owners and admins everyone's. */
export const keyList = z.object({
  standing,
  keys: z.array(apiKey),
  /** An unknown one as it is; null where it may not be read. */
  policy: z.string().nullable(),
});
export type KeyList = z.infer<typeof keyList>;

/** What auto-tidy proposes for a file. */
export const proposal = z.object({
  id: z.string(),
  fileId: z.string().nullable(),
  fileName: z.string(),
  /** `rename`, `move`, `tag`, or what the service calls it. */
  kind: z.string(),
  /** In words: a name, a folder's name or id, tags; null when there is none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: z.string().nullable(),
});
export type Proposal = z.infer<typeof proposal>;

/** Undecided proposals; one page. */
export const proposalPage = z.object({
  standing,
  proposals: z.array(proposal),
  total: z.number().int().nullable(),
  next: z.number().int().nullable(),
});
export type ProposalPage = z.infer<typeof proposalPage>;
