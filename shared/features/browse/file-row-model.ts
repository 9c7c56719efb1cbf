import { z } from 'zod';

import { folderPlace } from './place-model.ts';

/** The sync badge of a row: one value, shape-coded in the window. */
export const syncBadge = z.enum([
  'remote',
  'queuedDown',
  'downloading',
  'local',
  'pinned',
  'settling',
  'queuedUp',
  'uploading',
  'confirming',
  'verified',
  'conflict',
  'blocked',
  'viewOnly',
  'renamedHere',
  'ignored',
  'removing',
]);
export type SyncBadge = z.infer<typeof syncBadge>;

/** What is known of everything in a folder, however deep, as of the last look at it. */
export const folderInside = z.object({
  /** Those that were seen. */
  files: z.number().int(),
  /** All of them together; null: the size of one is not known. */
  sizeBytes: z.number().nullable(),
  /** When a file in it changed last, ISO 8601 UTC; null: there is none, or it is not known. */
  changedAt: z.string().nullable(),
  /** Whether each folder in it was listed; otherwise there may be more files, larger and newer. */
  isWhole: z.boolean(),
});
export type FolderInside = z.infer<typeof folderInside>;

/** One row of the Files screen. */
export const fileRow = z.object({
  /** Our item id, as digits; of what is only at the service and in no mirror, the service's UUID. */
  id: z.string(),
  kind: z.enum(['file', 'folder']),
  /** The name on this computer. */
  name: z.string(),
  /** The service's name when it differs from ours. */
  serviceName: z.string().nullable(),
  badge: syncBadge,
  /** One sentence about a badge that needs one (blocked, conflict, removing, settling). */
  note: z.string().nullable(),
  /** `pending`, `running`, `done`, `failed`, `deferred`, another word of the service's, or null: nothing to extract. */
  extraction: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  /** ISO 8601 UTC. */
  modifiedAt: z.string().nullable(),
  /** For a folder: whether it has folders inside. */
  hasFolders: z.boolean(),
  /** Where a folder leads, if not to the folder of its id in the same place: the folder of a mirror among the service's. */
  opens: folderPlace.optional(),
  /** Of a folder what is in it; left out of a file, and of a folder in which nothing was seen yet. */
  inside: folderInside.optional(),
});
export type FileRow = z.infer<typeof fileRow>;

/** What came of freeing space. */
export const freedFiles = z.object({
  files: z.number().int(),
  sizeBytes: z.number(),
  /** Files that stay, each with one sentence. */
  refused: z.array(z.object({ mirror: z.string(), path: z.string(), reason: z.string(), text: z.string() })),
});
export type FreedFiles = z.infer<typeof freedFiles>;
