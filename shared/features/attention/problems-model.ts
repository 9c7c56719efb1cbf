import { z } from 'zod';

/** Something that is stuck while everything else goes on. */
export const problemInfo = z.object({
  /** A mirror's id when the whole mirror has stopped. */
  id: z.string(),
  mirror: z.string(),
  /** Inside the mirror; empty for the mirror itself. */
  path: z.string(),
  /** The kind of the fault, such as `refused`. */
  reason: z.string(),
  /** One sentence for people: what happened, what is safe, what to do. */
  text: z.string(),
  /** ISO 8601 UTC; null for a mirror that has stopped. */
  since: z.string().nullable(),
  /** When it is tried again by itself, ISO 8601 UTC; null: only when something changes. */
  until: z.string().nullable(),
  /** A person wants it left alone until something about it changes. */
  skipped: z.boolean(),
  /** A command that sets it right, if there is one: `move-copy` copies an edit that may not be sent to another folder. */
  fix: z.enum(['move-copy']).nullable(),
});
export type ProblemInfo = z.infer<typeof problemInfo>;
