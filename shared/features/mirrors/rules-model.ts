import { z } from 'zod';

/** `always`: nothing overrides it. `default`: built in, a `!` rule may override it. `mirror`: a person's own. */
const ruleOrigin = z.enum(['always', 'default', 'mirror']);

/** A rule about what is skipped in a mirror, in gitignore's syntax, and what it hid when both sides were last looked at. */
export const ruleInfo = z.object({
  mirror: z.string(),
  pattern: z.string(),
  origin: ruleOrigin,
  /** Files and folders; a folder counts once with all that is in it. */
  hidesHere: z.number().int(),
  hidesThere: z.number().int(),
});
export type RuleInfo = z.infer<typeof ruleInfo>;

/** Which rule decides about a path. */
export const rulingInfo = z.object({
  mirror: z.string(),
  /** Inside the mirror. */
  path: z.string(),
  ignored: z.boolean(),
  /** Null when no rule says anything. Of a path that is not skipped: the `!` rule that lets it through. */
  rule: z.object({ pattern: z.string(), origin: ruleOrigin }).nullable(),
});
export type RulingInfo = z.infer<typeof rulingInfo>;
