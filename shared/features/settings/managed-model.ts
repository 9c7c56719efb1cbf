import { z } from 'zod';

/** How many files of a drop zone must at least be read back from the service. */
const leastVerify = z.enum(['sample', 'all']);
export type LeastVerify = z.infer<typeof leastVerify>;

/** What an administrator lays down for everybody on a computer, as the policy file says it. Unknown words are mistakes. */
export const managedFile = z.strictObject({
  version: z.literal(1),
  /** The only service that may be used. */
  service: z.string().max(2000).optional(),
  /** Benchtop does not look for updates: the administrator installs them. */
  updates: z.literal('off').optional(),
  /** Pictures in documents are never loaded from elsewhere. */
  remoteImages: z.literal('off').optional(),
  zonesVerify: leastVerify.optional(),
  /** Values that cannot be changed, by the names of `benchtop config get`. */
  settings: z.record(z.string().max(100), z.union([z.string().max(1000), z.number()])).optional(),
});

/**
 * Whether there is a policy. `not-trusted`: others than the administrator could have written it, so it is ignored.
 * `unreadable`: it is the administrator's, but cannot be understood, so everything that a policy can forbid is
 * forbidden.
 */
const managedState = z.enum(['none', 'in-force', 'not-trusted', 'unreadable']);

/** What is laid down for this computer. */
export const managedInfo = z.object({
  /** Where the policy is looked for. */
  path: z.string(),
  state: managedState,
  /** What is wrong with it, a sentence; null when nothing is. */
  why: z.string().nullable(),
  /** With `/api/v1`; null: any. */
  service: z.string().nullable(),
  updatesOff: z.boolean(),
  remoteImagesOff: z.boolean(),
  zonesVerify: leastVerify.nullable(),
  settings: z.record(z.string(), z.string()),
});
export type ManagedInfo = z.infer<typeof managedInfo>;

/** What was found where the policy is looked for; `why` is a sentence. */
export type ManagedFound = { readonly path: string } & (
  | { readonly found: 'nothing' }
  | { readonly found: 'text'; readonly text: string }
  | { readonly found: 'not-trusted' | 'unreadable'; readonly why: string }
);
