import { z } from 'zod';

/** One thing that was dropped or chosen: a file, or a folder with everything in it. */
const droppedTop = z.object({ name: z.string().min(1).max(1000), kind: z.enum(['file', 'folder']) });

/** What is to be added to a folder. */
export const dropWish = z.object({
  tops: z.array(droppedTop).min(1).max(20_000),
  files: z.number().int().min(0),
  sizeBytes: z.number().min(0),
  largestBytes: z.number().min(0),
  /** Endings of the files' names, such as `.csv`, in lower case, with their number. */
  endings: z.array(z.object({ ending: z.string().max(300), files: z.number().int() })).max(5000),
});
export type DropWish = z.infer<typeof dropWish>;

/** What will happen when it is added. */
export const dropPlan = z.object({
  /** Names the addresses to send the bytes to; good until it is ended. */
  ticket: z.string(),
  /** `here`: into the mirrored folder on this computer. `service`: kept on this computer until the service has it. */
  where: z.enum(['here', 'service']),
  /** The folder as people know it. */
  folder: z.string(),
  /** What gets another name, because its own is taken. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Endings that the service refused before. */
  refused: z.array(z.object({ ending: z.string(), files: z.number().int() })),
  /** Null when there is room; else how many bytes there are. */
  roomBytes: z.number().nullable(),
});
export type DropPlan = z.infer<typeof dropPlan>;

/** What came of it. */
export const dropReport = z.object({
  files: z.number().int(),
  sizeBytes: z.number(),
  /** Each with one sentence. */
  left: z.array(z.object({ path: z.string(), text: z.string() })),
});
export type DropReport = z.infer<typeof dropReport>;

/** Files that are being added from outside, or were, as the engine knows it; kept until a person was told. */
export const dropJob = z.object({
  /** The ticket of its plan. */
  id: z.string(),
  /** When it was begun, ISO 8601 UTC. */
  since: z.string(),
  folder: z.string(),
  /** `interrupted`: nothing more comes, because its window, its command or the engine ended. */
  state: z.enum(['running', 'interrupted', 'ended']),
  files: z.number().int(),
  added: z.number().int(),
  addedBytes: z.number(),
  /** What was not added, or not yet, with one sentence each; the first of `leftTotal`. */
  left: z.array(z.object({ path: z.string(), text: z.string() })),
  leftTotal: z.number().int(),
});
export type DropJob = z.infer<typeof dropJob>;

/** Something that waits to be sent to the service. */
export const waitingThing = z.object({
  id: z.number().int(),
  kind: z.enum(['describe', 'upload']),
  name: z.string(),
  /** ISO 8601 UTC. */
  since: z.string(),
  /** Of what is still to be sent. */
  sizeBytes: z.number().nullable(),
  /** Of a file that is put back with older versions: how many of all its versions the service has. */
  versions: z.object({ sent: z.number().int(), of: z.number().int() }).nullable(),
  /** Why it was not taken, one sentence; null: it waits for its turn. */
  text: z.string().nullable(),
  /** Whether it is tried no more until a person says so. */
  isStuck: z.boolean(),
});
export type WaitingThing = z.infer<typeof waitingThing>;
