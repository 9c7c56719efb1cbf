import { z } from 'zod';

/** What the trial of a watcher found, in one line of JSON. */
export const trialAnswer = z.object({
  folders: z.number(),
  /** From asking for it until it watches. */
  readyMs: z.number(),
  /** Of the whole process, with what was heard in it. */
  residentMb: z.number(),
  /** Changes after which no hint to look into their folder came, per burst. */
  bursts: z.array(z.object({ what: z.string(), changes: z.number(), missed: z.number() })),
  /** From the end of the blockage until it was said that events were lost; null: it was never said. */
  overflowSaidMs: z.number().nullable(),
});

export type TrialAnswer = z.infer<typeof trialAnswer>;

/** A burst of changes, made by a thread of its own. */
export const burst = z.object({
  kind: z.enum(['create', 'modify', 'delete', 'new folders']),
  root: z.string(),
  /** The folders in which it happens, in turns. */
  folders: z.array(z.string()),
  count: z.number(),
  /** Names begin with it, so that two bursts do not meet. */
  prefix: z.string(),
});

export type Burst = z.infer<typeof burst>;

/** When each folder changed last, in milliseconds of the one clock of all processes. */
export const burstDone = z.object({ changed: z.array(z.tuple([z.string(), z.number()])) });
