import { z } from 'zod';

/** Two different versions of one file. The service's keeps the name, ours is the copy. */
export const conflictInfo = z.object({
  id: z.string(),
  mirror: z.string(),
  path: z.string(),
  copyPath: z.string(),
  fileId: z.string().nullable(),
  at: z.string(),
});
export type ConflictInfo = z.infer<typeof conflictInfo>;

/** Removals that wait for an answer: many at once, in a folder that was renamed here, or explained by nothing. */
export const guardInfo = z.object({
  id: z.string(),
  mirror: z.string(),
  /** Where the items were removed: `here` on this computer, `service` at the service. */
  direction: z.enum(['here', 'service']),
  /** `unexplained`: gone at the service, which does not say that they were removed. `many`: all others. */
  reason: z.enum(['many', 'unexplained']),
  /** How many items would go, out of how many. */
  items: z.number().int(),
  of: z.number().int(),
  /** Why it is asked about, with its numbers, a sentence; empty where they alone would not ask now. */
  why: z.string(),
  at: z.string(),
});
export type GuardInfo = z.infer<typeof guardInfo>;

/** One line of history. Verbs: sent, received, moved, removed, created, conflict, kept, restored, blocked, resolved, freed. */
export const activityEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  mirror: z.string(),
  path: z.string(),
  verb: z.string(),
  fileId: z.string().nullable(),
  versionId: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  /** Why: `changed here`, `changed at the service`, `person`, or a longer reason. */
  cause: z.string(),
  /** Whether a person can take it back, or did; null: nothing takes it back. */
  undo: z.enum(['possible', 'done']).nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

/** A transfer under way. */
export const transfer = z.object({
  item: z.string(),
  mirror: z.string(),
  path: z.string(),
  direction: z.enum(['up', 'down']),
  doneBytes: z.number(),
  sizeBytes: z.number(),
  /** When this attempt began, ISO 8601 UTC. */
  startedAt: z.string().optional(),
  /** Counts from 1. */
  attempt: z.number().int().optional(),
});
export type Transfer = z.infer<typeof transfer>;

/** Who is signed in. */
export const session = z.discriminatedUnion('name', [
  z.object({ name: z.literal('signed-out') }),
  z.object({ name: z.literal('checking') }),
  z.object({
    name: z.literal('ready'),
    service: z.string(),
    /** What it is called, which its administrators may change. */
    organization: z.string().nullable(),
    organizationId: z.string().nullable(),
    /** Who it is, by name or else by address; left out or null while the service has not told. */
    person: z.string().nullish(),
  }),
  z.object({ name: z.literal('access-ended'), messages: z.array(z.string()) }),
]);
export type Session = z.infer<typeof session>;
