import { z } from 'zod';

import { moveQuestion, reader } from '../sharing/audience-model.ts';
import { folderPlace } from '../browse/place-model.ts';
import { accessEffect } from '../sharing/model.ts';

/** Where something is now. `path` is inside its mirror, or its name at the service. */
export const relocated = z.object({
  name: z.string(),
  path: z.string(),
  /** The service has it so already; false: it was done on this computer and is sent by itself. */
  isSent: z.boolean(),
});
export type Relocated = z.infer<typeof relocated>;

/** What was left as it is, with one sentence. */
export const leftAlone = z.object({ id: z.string(), path: z.string(), text: z.string() });
export type LeftAlone = z.infer<typeof leftAlone>;

/** What came of doing the same with several things. */
export const movedThings = z.object({ done: z.array(relocated.extend({ id: z.string() })), left: z.array(leftAlone) });

/** What came of moving. With a question nothing was moved. */
export const moveResult = movedThings.extend({
  question: moveQuestion.nullable(),
  /** Who can no longer read all of it. Null: not known. */
  loses: z.array(reader).nullable(),
  /** Who can do less with it than before, for telling it. Null: not known. */
  less: z.array(accessEffect).nullable(),
});
export type MoveResult = z.infer<typeof moveResult>;

/** What becomes of the older versions of files that are removed. */
export const olderWeight = z.object({
  /** Versions that are downloaded and kept on this computer, and their bytes as far as the service tells. */
  kept: z.number().int(),
  keptBytes: z.number(),
  /** Versions that would be lost: there is no room for them here. */
  lost: z.number().int(),
  lostBytes: z.number(),
  /** Files of which that is not known now: the service was not asked, or did not tell. */
  unknownFiles: z.number().int(),
  /** No room is set aside for older versions: none are kept, and nothing is asked. */
  keepsNone: z.boolean(),
});
export type OlderWeight = z.infer<typeof olderWeight>;

/** What a person agreed to lose with a file. */
export const agreedLoss = z.object({
  /** The newest version of the file then: of a newer one nothing was said. */
  version: z.string(),
  /** So many older versions. Null: however many there are, since that could not be told. */
  versions: z.number().int().nullable(),
});
export type AgreedLoss = z.infer<typeof agreedLoss>;

/** What a removal would take along. */
export const weight = z.object({
  files: z.number().int(),
  folders: z.number().int(),
  /** Of the files whose size is known, in bytes. */
  sizeBytes: z.number(),
  /** Files with changes that the service does not have. */
  unsent: z.number().int(),
  /** Files whose bytes are fetched from the service first, to be kept. */
  onlyThere: z.number().int(),
  /** Folders of the service in no mirror: their contents were never read here. */
  unseenFolders: z.number().int(),
  /** What is on this computer stays at the service for at least so long afterwards, in seconds. */
  holdSeconds: z.number(),
  /** These alone are so many that a person is asked again before they go at the service. */
  isAsked: z.boolean(),
  older: olderWeight,
});
export type Weight = z.infer<typeof weight>;

/** What came of removing. */
export const removedThings = z.object({
  files: z.number().int(),
  folders: z.number().int(),
  sizeBytes: z.number(),
  left: z.array(leftAlone),
  /** Lines of the history that bring it back with `activity.undo`, as text. */
  undo: z.array(z.string()),
  /** Folders that were archived at the service and come back with `folders.bringBack`. */
  archived: z.array(z.string()),
  /** Files of no mirrored folder, whose bytes go back to where they were with `store.restore`. */
  putBack: z.array(z.object({ id: z.string(), to: folderPlace })),
});
export type RemovedThings = z.infer<typeof removedThings>;
