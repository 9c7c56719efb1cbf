import { z } from 'zod';

const time = z.string().nullable();

/**
 * One version of a file. `kind`: `service` has it; `local` is on this computer and not sent yet; `draft` is a merge of two
 * versions that the service has not taken yet. `ref` names it in further questions: the service's id, `local`, or `draft`.
 */
export const versionRow = z.object({
  ref: z.string(),
  kind: z.enum(['service', 'local', 'draft']),
  number: z.number().nullable(),
  at: time,
  sizeBytes: z.number().nullable(),
  /** Who made it, by name where the service tells it. */
  who: z.string().nullable(),
  summary: z.string().nullable(),
  /** What made it, in the service's word. */
  source: z.string().nullable(),
  extraction: z.string().nullable(),
  /** What it was made from; null when it is not known. */
  base: z.string().nullable(),
  isCurrent: z.boolean(),
  /** The file on this computer is this version. */
  isHere: z.boolean(),
});
export type VersionRow = z.infer<typeof versionRow>;

/** The versions of a file, newest first; what the service does not have yet comes first. */
export const versionList = z.object({
  name: z.string(),
  /** The service's current version; null when it is not known. */
  head: z.string().nullable(),
  versions: z.array(versionRow),
  hasMore: z.boolean(),
  /** Why the service's part of the list is missing, one sentence; null: it is not. */
  trouble: z.string().nullable(),
  /** Whether versions may be made from here, or one sentence why not. */
  readOnly: z.string().nullable(),
});
export type VersionList = z.infer<typeof versionList>;

/** The bytes of one version. */
export const versionBytes = z.object({
  name: z.string(),
  sizeBytes: z.number(),
  /** Base64. */
  bytes: z.string(),
});
export type VersionBytes = z.infer<typeof versionBytes>;

/** Names one version: `id` is a row, `version` a `ref` of its list. */
export const versionPlace = z.object({ id: z.string(), version: z.string() });
export type VersionPlace = z.infer<typeof versionPlace>;

/** What two or three versions a merge begins with. */
export const mergeSides = z.object({
  /** The row that the merge becomes a version of. */
  id: z.string(),
  name: z.string(),
  mine: versionPlace,
  /** The service's current version. */
  theirs: versionPlace,
  /** What both were made from; null when that is not known. */
  base: versionPlace.nullable(),
});
export type MergeSides = z.infer<typeof mergeSides>;

/** What came of saving a merge. `moved`: another person saved a newer version before; the merge waits as a draft. */
export const savedMerge = z.discriminatedUnion('is', [
  z.object({ is: z.literal('saved'), version: z.string(), number: z.number().nullable() }),
  z.object({ is: z.literal('moved'), head: z.string() }),
]);
export type SavedMerge = z.infer<typeof savedMerge>;
