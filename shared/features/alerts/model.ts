import { z } from 'zod';

/** How people hear of an alert. */
export const alertChannel = z.enum(['command', 'webhook']);
export type AlertChannel = z.infer<typeof alertChannel>;

/** Something that people should hear of: once when it begins, and again when it is solved. Times are ISO 8601 UTC. */
export const alert = z.object({
  id: z.string(),
  /** What kind of thing it is: `signed-out`, `key-ends`, `disk-low` and the like. A stable word. */
  cause: z.string(),
  /** What it is about: a folder's name, or empty for the whole computer. */
  subject: z.string(),
  /** What happened and what to do, in one or two sentences. */
  text: z.string(),
  raisedAt: z.string(),
  solvedAt: z.string().nullable(),
  /** Channels that have not taken all of it yet. */
  untold: z.array(alertChannel),
});
export type Alert = z.infer<typeof alert>;

/** What a command gets on standard input and a webhook as its body: JSON, one object. Fields are added, never changed. */
export interface AlertMessage {
  readonly v: 1;
  readonly event: 'raised' | 'solved' | 'test';
  /**
   * The same for both messages of an alert. A message may come twice: after a crash it is not known whether it arrived.
   */
  readonly id: string;
  readonly cause: string;
  readonly subject: string;
  readonly text: string;
  readonly raisedAt: string;
  readonly solvedAt: string | null;
  readonly computer: string;
  readonly version: string;
}

/** The command that is run, or null: the program, absolute, and its words. It is never given to a shell. */
const command = z.array(z.string().min(1).max(4000)).min(1).max(100).nullable();
const timeoutSeconds = z.number().int().min(1).max(600);
const nothingSentHours = z.number().min(0.1).max(720);
const lowDiskBytes = z.number().int().min(0);

/**
 * Who is told, and of what. `webhook` is a secret: it gives the right to post there, so only its origin is ever shown.
 */
export const alertSettings = z.object({
  command,
  webhook: z.object({ origin: z.string(), isAuthorized: z.boolean() }).nullable(),
  timeoutSeconds,
  nothingSentHours,
  lowDiskBytes,
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** What is to change; what is left out stays. */
export const alertWish = z
  .object({
    command,
    webhook: z.object({ url: z.string().max(4000), authorization: z.string().min(1).max(4000).nullable() }).nullable(),
    timeoutSeconds,
    nothingSentHours,
    lowDiskBytes,
  })
  .partial();
export type AlertWish = z.infer<typeof alertWish>;

/** What became of a message that tries a channel. */
export const alertTry = z.object({ channel: alertChannel, arrived: z.boolean(), text: z.string() });
export type AlertTry = z.infer<typeof alertTry>;
