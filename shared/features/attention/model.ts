import { z } from 'zod';

/**
 * What can be done about something that needs a person. `compare`: choose between two versions.
 * `send-merge`: send a merge that waits. `merge`: look at it, go on with it, save a copy of it, or forget it. `decide`: answer about
 * removals. `skip-type`: leave alone all files with its ending. `new-place`: say where a mirrored folder is now.
 * `take`: let the older version that the service has replace what is here. `put-back`: have again what was removed here. `open-message`: go to the conversation with a message that was not sent. `open-zone`: go to
 * a drop zone.
 */
export const fix = z.enum([
  'compare',
  'send-merge',
  'merge',
  'decide',
  'retry',
  'allow',
  'take',
  'put-back',
  'skip',
  'skip-type',
  'move-copy',
  'rename',
  'new-place',
  'stop-mirror',
  'sign-in',
  'free-space',
  'open-message',
  'open-zone',
]);
export type Fix = z.infer<typeof fix>;

/** `decision`: removals that wait for an answer. `versions`: two versions of one file. `blocked`: something is stuck. */
const attentionGroup = z.enum(['decision', 'versions', 'blocked']);
export type AttentionGroup = z.infer<typeof attentionGroup>;

/** One thing that needs a person. It is gone from the list as soon as its cause is. */
export const attentionItem = z.object({
  /** One text per item, the same as long as it is the same thing. */
  key: z.string(),
  /**
   * As the calls of its kind want it: of a conflict, a guard or a problem; of a mirror that stopped, the mirror's; of a
   * message, its conversation's; of a drop zone, the zone's.
   */
  id: z.string(),
  group: attentionGroup,
  /** Empty when it is about the account, a message, or a drop zone. */
  mirror: z.string(),
  /** Inside the mirror; empty for the mirror itself, and for what is in none. */
  path: z.string(),
  /** Since when, ISO 8601 UTC; null when that is not known. */
  at: z.string().nullable(),
  /** What it is, in a few words. */
  title: z.string(),
  /** What happened and what is safe. */
  text: z.string(),
  /** What to do, when the sentence before does not say it; else empty. */
  remedy: z.string(),
  /** The service's own words. */
  said: z.array(z.string()),
  /** What can be done, the most likely first. */
  fixes: z.array(fix),
  /** When it is tried again by itself, ISO 8601 UTC. */
  until: z.string().nullable(),
  /** Items with the same cause can be mended in the same way at once. */
  cause: z.string(),
  /** The number the service gave its answer, for its operators. */
  correlationId: z.string().nullable(),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** Everything that needs a person, newest first; cut after some, the counts are of all. */
export const attentionList = z.object({
  items: z.array(attentionItem),
  decisions: z.number().int(),
  versions: z.number().int(),
  blocked: z.number().int(),
});
export type AttentionList = z.infer<typeof attentionList>;

/** How much needs a person. `revision` is another number whenever the list is another one. */
export const attentionCount = z.object({
  decisions: z.number().int(),
  versions: z.number().int(),
  blocked: z.number().int(),
  revision: z.number().int(),
});
export type AttentionCount = z.infer<typeof attentionCount>;
