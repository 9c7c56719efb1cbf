import { z } from 'zod';

/** Where a key or token is kept. `memory`: until Benchtop ends, nowhere on the disk. */
export const secretPlace = z.enum(['keyring', 'file', 'memory']);
export type SecretPlace = z.infer<typeof secretPlace>;

/** How the system's browser is used to sign in: the organization's own provider, a third party, or OAuth. */
export const browserWay = z.enum(['sso', 'external', 'oauth']);
export type BrowserWay = z.infer<typeof browserWay>;

/** A service that answered. */
export const serviceFound = z.object({
  /** Its base address, with `/api/v1`. */
  service: z.string(),
  /** Which build answers, in its words; null when it does not say. */
  build: z.string().nullable(),
  /** Whether it says where to authorize an application. */
  offersOauth: z.boolean(),
  /** Whether this computer has a password store. */
  hasKeyring: z.boolean(),
});
export type ServiceFound = z.infer<typeof serviceFound>;

/** The sign-in succeeded. */
export const signedIn = z.object({
  name: z.literal('signed-in'),
  organization: z.string().nullable(),
  /** One sentence to know beforehand, such as where the key is kept; null for none. */
  notice: z.string().nullable(),
  /** The role in that organization in the service's word, when it says; `Owner` and `Admin` may read and change much. */
  role: z.string().nullable(),
  /** How many organizations the account is in; null when that may not be asked. */
  organizations: z.number().int().nullable(),
});
export type SignedIn = z.infer<typeof signedIn>;

/**
 * How a key ended: signed in, or its person is in several organizations and the service does not tell which one the key is
 * for. Then nothing was changed, and a person says which.
 */
export const keyOutcome = z.discriminatedUnion('name', [
  signedIn,
  z.object({ name: z.literal('which-organization'), organizations: z.array(z.string()) }),
]);
export type KeyOutcome = z.infer<typeof keyOutcome>;

/** How a code ended: signed in, or a new person who has to register first; the code stays good for that. */
export const codeOutcome = z.discriminatedUnion('name', [signedIn, z.object({ name: z.literal('registration') })]);
export type CodeOutcome = z.infer<typeof codeOutcome>;

/** A sign-in that goes on in the system's browser. */
export const browserStart = z.object({
  ticket: z.string(),
  /** To be opened in the system's browser. */
  url: z.string(),
  /** When it is given up, ISO 8601 UTC. */
  until: z.string(),
});
export type BrowserStart = z.infer<typeof browserStart>;

/**
 * How that ended. `mismatch`: another person came back than was sent out, and the sign-in failed. `refused`: the other
 * side said no, in its words. `no-account`: the address has no account. `over`: it took too long, or was cancelled.
 */
export const browserOutcome = z.discriminatedUnion('name', [
  signedIn,
  z.object({ name: z.literal('mismatch') }),
  z.object({ name: z.literal('refused'), message: z.string().nullable() }),
  z.object({ name: z.literal('no-account'), email: z.string().nullable() }),
  z.object({ name: z.literal('over') }),
]);
export type BrowserOutcome = z.infer<typeof browserOutcome>;
