import { z } from 'zod';

/** One thing that the service's own answers showed of it. */
export const capability = z.object({
  name: z.string(),
  /** What it is about, as a sentence for people. */
  text: z.string(),
  value: z.string(),
  at: z.string(),
  /** Whether it still counts: what is a week old, or of another build, is learnt again. */
  counts: z.boolean(),
});

/** What is known of the service. `build`: the one that answers, null when it does not tell. */
export const capabilities = z.object({
  service: z.string().nullable(),
  build: z.string().nullable(),
  learnt: z.array(capability),
});
export type Capabilities = z.infer<typeof capabilities>;
