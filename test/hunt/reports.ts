import { z } from 'zod';

/** What the process that plays tells of a seed. */
export const reportSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('begun'), seed: z.number() }),
  z.object({ is: z.literal('well'), seed: z.number() }),
  z.object({ is: z.literal('failed'), seed: z.number(), why: z.string(), story: z.array(z.string()) }),
]);

export type Report = z.infer<typeof reportSchema>;

/** A seed that broke a promise, never ended, or took its process with it. */
export interface Failure {
  readonly kind: string;
  readonly seed: number;
  readonly why: string;
  /** What was told while it was played, line by line. */
  readonly story: readonly string[];
}
