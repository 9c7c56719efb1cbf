import { z } from 'zod';

/** What kind of computer this is. Null until it was chosen. */
export const computerKind = z.enum(['own', 'instrument', 'shared']);
export type ComputerKind = z.infer<typeof computerKind>;

/** How far this computer is set up, and what the window still shows of it. */
export const setUpState = z.object({
  kind: computerKind.nullable(),
  /** The set-up is finished, or folders are mirrored. */
  isDone: z.boolean(),
  /** The short list of first steps: from the end of the set-up until a person closes it. */
  showsChecklist: z.boolean(),
});
export type SetUpState = z.infer<typeof setUpState>;

/** Where a chosen folder would lie on this computer. */
export const plannedFolder = z.object({ id: z.string(), name: z.string(), local: z.string() });
export type PlannedFolder = z.infer<typeof plannedFolder>;

/** One thing about a place for folders. `stop`: it can't be used. `warn`: it can, and one should know. */
export const finding = z.object({
  level: z.enum(['good', 'warn', 'stop']),
  code: z.string(),
  text: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** A place for folders on this computer, looked at. Nothing was made or changed. */
export const placeChecked = z.object({
  /** Absolute; links resolved as far as they go. */
  path: z.string(),
  exists: z.boolean(),
  isEmpty: z.boolean(),
  freeBytes: z.number().nullable(),
  findings: z.array(finding),
});
export type PlaceChecked = z.infer<typeof placeChecked>;

/** Folders of this computer to choose from: those directly in one, or where to begin. */
export const localFolders = z.object({
  /** `no-answer`: its disk or share does not respond. */
  state: z.enum(['read', 'unreadable', 'no-answer']),
  /** Their paths are absolute. */
  folders: z.array(z.object({ name: z.string(), path: z.string() })),
  /** False: there are more than are listed. */
  isWhole: z.boolean(),
});
export type LocalFolders = z.infer<typeof localFolders>;

/** A folder of the service that can be chosen. */
export const remoteFolderInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** Null when the service does not say. */
  hasFolders: z.boolean().nullable(),
  /** Files directly in it, and folders; null until it was opened. */
  files: z.number().int().nullable(),
  /** What it is for, when it isn't for people's own files: never chosen for them. */
  isSpecial: z.boolean(),
  /** The mirror that has it already; null when none has. */
  mirror: z.string().nullable(),
});
export type RemoteFolderInfo = z.infer<typeof remoteFolderInfo>;

/** What a folder holds with everything below it. `isWhole` false: it holds more than was counted. */
export const folderMeasure = z.object({
  files: z.number().int(),
  folders: z.number().int(),
  bytes: z.number(),
  isWhole: z.boolean(),
});
export type FolderMeasure = z.infer<typeof folderMeasure>;

/** How a file stands before the first sync. `alike`: same name and size; the bytes are compared before anything happens to it. */
export const comparison = z.enum(['alike', 'only-here', 'only-there', 'different', 'left-out']);
export type Comparison = z.infer<typeof comparison>;

const tally = z.object({ files: z.number().int(), bytes: z.number() });

/** What would meet when a folder is mirrored. Nothing was written anywhere. */
export const mirrorPreview = z.object({
  /** Where it would be, absolute. */
  local: z.string(),
  remotePath: z.string(),
  exists: z.boolean(),
  counts: z.record(comparison, tally),
  /** At most 500 files that are on both sides or here, those that differ first. */
  rows: z.array(
    z.object({
      path: z.string(),
      how: comparison,
      hereBytes: z.number().nullable(),
      thereBytes: z.number().nullable(),
    }),
  ),
  /** False: there is more than was looked at. */
  isWhole: z.boolean(),
});
export type MirrorPreview = z.infer<typeof mirrorPreview>;
