import { z } from 'zod';

import { activityEntry } from '../status/records-model.ts';
import { openItem, standing } from '../status/model.ts';

/** Which lines of history are wanted. Everything that is given must hold. */
export const activityFilter = z.object({
  /** A mirror's id; null: all. */
  mirror: z.string().max(100).nullable(),
  /** Any of these; empty: all. */
  verbs: z.array(z.string().max(100)).max(50),
  /** Stands somewhere in the path, in capitals or not. */
  text: z.string().max(1000),
  /** From this moment on, ms since the epoch. */
  fromMs: z.number().int().nullable(),
  /** Before this moment. */
  toMs: z.number().int().nullable(),
});
export type ActivityFilter = z.infer<typeof activityFilter>;

/** A part of the history, newest first. `total`: how many lines there are in all; null in later parts. */
export const activityPage = z.object({ entries: z.array(activityEntry), total: z.number().int().nullable() });
export type ActivityPage = z.infer<typeof activityPage>;

/** Everything that is known of a line of history. */
export const activityDetail = z.object({
  entry: activityEntry,
  /** The mirrored folder at the service, by its names; null when it is mirrored no more. */
  servicePath: z.string().nullable(),
  /** Where it was on this computer, absolute; null when the folder is mirrored no more. */
  localPath: z.string().nullable(),
  /** Of the bytes of its version, when they are known here. */
  sha256: z.string().nullable(),
});
export type ActivityDetail = z.infer<typeof activityDetail>;

/** Everything that is not done yet, and why. */
export const waitingInfo = z.object({
  /** What the next rounds carry out, in order; cut after some. */
  queued: z.array(openItem),
  queuedTotal: z.number().int(),
  held: z.array(openItem),
  blocked: z.array(openItem),
  conflicted: z.array(openItem),
  /** How much may be said of everything: that nothing is listed above is not all of it. */
  standing,
});
export type WaitingInfo = z.infer<typeof waitingInfo>;

/** A look at everything of a mirror, on both sides. */
export const fullLook = z.object({
  id: z.number().int(),
  mirror: z.string(),
  /** When it ended, ISO 8601 UTC. */
  at: z.string(),
  tookMs: z.number(),
  files: z.number().int(),
  folders: z.number().int(),
  /** Items that were not in step then. */
  open: z.number().int(),
});
export type FullLookInfo = z.infer<typeof fullLook>;

export const exportFormat = z.enum(['csv', 'jsonl']);
export type ExportFormat = z.infer<typeof exportFormat>;
