import { z } from 'zod';

/** A mirrored folder, and what leaving would do with it. */
export const leavingMirror = z.object({
  id: z.string(),
  /** Its folder at the service. */
  name: z.string(),
  /** Its folder on this computer, absolute. */
  local: z.string(),
  /** Why nothing is removed in it at all, in one sentence; null when it can be gone through. */
  trouble: z.string().nullable(),
  /** Files that can be removed here, as far as the records tell: the service has these bytes. */
  files: z.number().int(),
  sizeBytes: z.number(),
  /** Files that stay. */
  stays: z.number().int(),
});

/** A file that stays where it is, and why. */
export const stayingFile = z.object({
  mirror: z.string(),
  path: z.string(),
  /** Where it is, absolute. */
  place: z.string(),
  /** A word for scripts: one of `Refusal`, or `hidden`, `only-here`, `special`, `unreadable`, `unchecked`. */
  reason: z.string(),
  text: z.string(),
});
export type StayingFile = z.infer<typeof stayingFile>;

/** At most so many are listed; the others are counted. */
export const MOST_STAYING = 200;
export const MOST_APART = 2000;

/**
 * Something among Benchtop's own records, in no mirrored folder. `store`: kept for 30 days. `waiting`: not sent yet.
 * `merge`: a merge that the service has not taken. `message`: a message to the agent that has not arrived; its `path` is how
 * it begins.
 */
export const apartFile = z.object({
  id: z.string(),
  from: z.enum(['store', 'waiting', 'merge', 'message']),
  path: z.string(),
  /** Null when it is not known. */
  sizeBytes: z.number().nullable(),
  /** ISO 8601 UTC. */
  at: z.string(),
});
export type ApartFile = z.infer<typeof apartFile>;

/** What would be removed from this computer, and what not. */
export const leaving = z.object({
  mirrors: z.array(leavingMirror),
  stays: z.array(stayingFile).max(MOST_STAYING),
  staysTotal: z.number().int(),
  apart: z.array(apartFile).max(MOST_APART),
  apartTotal: z.number().int(),
  apartBytes: z.number(),
  /** The data directory, absolute. */
  records: z.string(),
});
export type Leaving = z.infer<typeof leaving>;

/** What one round removed here. `after`: where the next one goes on; null when all is done. */
export const freeingRound = z.object({
  files: z.number().int(),
  sizeBytes: z.number(),
  /** Files that stay after all. */
  kept: z.number().int(),
  after: z.number().int().nullable(),
});
export type FreeingRound = z.infer<typeof freeingRound>;

/** How it ended: the account is signed out. Mirrors with trouble are still mirrored, all others are let go. */
export const left = z.object({
  left: leaving,
  /** What was removed from Benchtop's own records. */
  lost: z.object({ files: z.number().int(), sizeBytes: z.number() }),
});
export type Left = z.infer<typeof left>;
