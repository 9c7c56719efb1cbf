import { z } from 'zod';

/** One of two versions of a file, from what is recorded. */
export const versionSide = z.object({
  /** Inside the mirror. */
  path: z.string(),
  sizeBytes: z.number().nullable(),
  /** SHA-256; null while the bytes were not read here. */
  sha256: z.string().nullable(),
  /** The service's version; null when it is not there (yet). */
  version: z.string().nullable(),
  /** ISO 8601 UTC, as that side tells it; null when it does not. */
  changedAt: z.string().nullable(),
});
export type VersionSide = z.infer<typeof versionSide>;

/** Two versions of one file that wait for a choice, from what is recorded: works offline. */
export const conflictDetail = z.object({
  id: z.string(),
  mirror: z.string(),
  path: z.string(),
  at: z.string(),
  /** This computer's name. */
  computer: z.string(),
  /** The copy with the bytes from this computer. Null: it is not there any more. */
  mine: versionSide.nullable(),
  /** The one that has the name. */
  theirs: versionSide.nullable(),
  /** What both were made from; null when that is not known, or both were new. */
  base: z.object({ version: z.string().nullable(), sha256: z.string().nullable() }).nullable(),
});
export type ConflictDetail = z.infer<typeof conflictDetail>;

/** What the service says of a version. */
export const versionFacts = z.object({
  number: z.number().nullable(),
  at: z.string().nullable(),
  /** A name, or as much as is known of the person; null when the service does not tell. */
  who: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  /** What was written about it. */
  summary: z.string().nullable(),
});
export type VersionFacts = z.infer<typeof versionFacts>;

/** What the service says of the versions of a conflict; each null when it does not show it. */
export const conflictThere = z.object({ theirs: versionFacts.nullable(), base: versionFacts.nullable() });
export type ConflictThere = z.infer<typeof conflictThere>;

/** What a person saw when they chose; what is another by now is not touched. */
export const seenSides = z.object({
  /** SHA-256 of the copy. */
  mine: z.string().max(64).nullable(),
  /** The service's version. Absent: any, since what was decided does not rest on it. */
  theirs: z.string().max(64).nullable().optional(),
});
export type SeenSides = z.infer<typeof seenSides>;

/** What came of settling several conflicts. */
export const settledConflicts = z.object({
  settled: z.array(z.string()),
  /** Those that are left as they were, each with one sentence. */
  refused: z.array(z.object({ id: z.string(), text: z.string() })),
});
export type SettledConflicts = z.infer<typeof settledConflicts>;

/** One of the items that would be removed. */
export const guardedItem = z.object({
  id: z.string(),
  kind: z.enum(['file', 'folder']),
  /** Inside the mirror. */
  path: z.string(),
  sizeBytes: z.number().nullable(),
});
export type GuardedItem = z.infer<typeof guardedItem>;

/** A part of what would be removed, by path. */
export const guardedPage = z.object({
  items: z.array(guardedItem),
  files: z.number().int(),
  folders: z.number().int(),
  /** Of all files. */
  sizeBytes: z.number(),
});
export type GuardedPage = z.infer<typeof guardedPage>;
