import { z } from 'zod';

/** The state of the whole engine: one value, the highest of the list wins. */
export const syncState = z.enum([
  'accessEnded',
  'signedOut',
  'guard',
  'attention',
  'offline',
  'serviceWait',
  'paused',
  'overdue',
  'transferring',
  'looking',
  'waiting',
  'upToDate',
]);
export type SyncState = z.infer<typeof syncState>;

/** One thing that is not done yet and why: held (waits for a clock), blocked (needs a fix) or conflicted. */
export const openItem = z.object({
  id: z.string(),
  mirror: z.string(),
  /** Inside the mirror, `/` between names; empty for the mirror itself. */
  path: z.string(),
  /** A stable code, such as `removal-hold`, `settling`, `refused`, `conflict`. */
  reason: z.string(),
  /** One sentence for people: what happened, what is safe, what to do. */
  text: z.string(),
  /** When it goes on by itself, ISO 8601 UTC; null when only a person can move it. */
  until: z.string().nullable(),
});
export type OpenItem = z.infer<typeof openItem>;

/** Nothing is done until then, ISO 8601 UTC; null: until a person resumes it. */
const pause = z.object({
  until: z.string().nullable(),
  /** `battery` and `metered` end by themselves, with the cause. */
  why: z.enum(['person', 'battery', 'metered']),
});

/**
 * How much may be said of a mirrored folder (main/core/policy/mirror-status.ts). `in-step`: as of its last look, both sides were the
 * same. `open`: something that was seen is not done. `stopped`: nothing is done now. `unknown`: not everything was looked at
 * since it could have changed.
 */
export const standing = z.enum(['in-step', 'open', 'stopped', 'unknown']);
export type Standing = z.infer<typeof standing>;

export const mirrorStatus = z.object({
  id: z.string(),
  standing,
  /** Null when it is not paused, neither by itself nor with everything. */
  pause: pause.nullable(),
  /** Files that are the same on both sides. */
  files: z.number().int(),
  /** Changes that are waiting to be carried out. */
  waiting: z.number().int(),
  held: z.number().int(),
  blocked: z.number().int(),
  conflicted: z.number().int(),
  /** The end of the last complete look at both sides, ISO 8601 UTC; null before the first. */
  checkedAt: z.string().nullable(),
});
export type MirrorStatus = z.infer<typeof mirrorStatus>;

export const engineStatus = z.object({
  state: syncState,
  /** The service's address; null when there was never a sign-in. */
  service: z.string().nullable(),
  /** When the service lets us go on (serviceWait), ISO 8601 UTC. */
  waitUntil: z.string().nullable(),
  /** Transfers under way, and all that this pass will do. */
  done: z.number().int(),
  total: z.number().int(),
  /** How many things need a person. */
  attention: z.number().int(),
  /** The pause of everything, or the first to end when every mirror has its own; null when something is kept in step. */
  pause: pause.nullable(),
  mirrors: z.array(mirrorStatus),
  /** The service cannot be reached, also where `state` says another thing; `nextTry`: when it is tried again by itself, ISO 8601 UTC. */
  offline: z.object({ nextTry: z.string().nullable() }).nullish(),
  /** What stops everything, in words; left out or null when nothing does. */
  trouble: z.object({ title: z.string(), text: z.string() }).nullish(),
});
export type EngineStatus = z.infer<typeof engineStatus>;

/** What one `sync --once` did. Counts are of files and folders. */
export const syncReport = z.object({
  sent: z.number().int(),
  received: z.number().int(),
  moved: z.number().int(),
  removed: z.number().int(),
  held: z.array(openItem),
  blocked: z.array(openItem),
  conflicted: z.array(openItem),
  /** A guard waits for an answer. */
  guarded: z.boolean(),
  /** The fault that stopped the account, if one did: its kind and the sentence for it. */
  stopped: z.object({ kind: z.string(), text: z.string() }).nullable(),
});
export type SyncReport = z.infer<typeof syncReport>;
