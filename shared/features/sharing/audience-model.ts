import { z } from 'zod';

/** Who can read something: a person, a team, or everybody in the organization (spec 2.4). */
export const reader = z.object({
  /** Who it is; the same for the same one everywhere. */
  key: z.string(),
  /** What people call it. Untrusted text. */
  name: z.string(),
});
export type Reader = Readonly<z.infer<typeof reader>>;

/**
 * What is asked before a move: these can open the things in that folder and cannot now. `who`: null when the service does
 * not tell who could.
 */
export const moveQuestion = z.object({
  /** The service's id of the folder. */
  folder: z.string(),
  who: z.array(reader).nullable(),
});
export type MoveQuestion = Readonly<z.infer<typeof moveQuestion>>;

/** What a person agreed to: that these (their keys) gain access by that folder, until then. */
export const consent = z.object({
  folder: z.string(),
  who: z.array(z.string()).nullable(),
  /** Milliseconds since the epoch. */
  until: z.number(),
});
export type Consent = Readonly<z.infer<typeof consent>>;

/** What a person agrees to with an action that follows at once. */
export const agreedNow = consent.omit({ until: true });
export type AgreedNow = Readonly<z.infer<typeof agreedNow>>;
