import { z } from 'zod';

import type { Fault } from '../../fault.ts';

/** How this computer reaches the service. */
export const networkInfo = z.object({
  /** `system`: the proxy that the environment names; `none`; or the address of one, such as `http://proxy:3128`. */
  proxy: z.string().min(1).max(300),
  /** Where the file with further certificates (PEM) was read from; null: only those of the system are trusted. */
  certificates: z.string().max(4000).nullable(),
});
export type NetworkInfo = z.infer<typeof networkInfo>;

/** What a try to reach the service came to. */
export const networkTest = z.object({
  service: z.string(),
  /** How long the service took to answer, ms; null: it did not. */
  answerMs: z.number().nullable(),
  /** What stood in the way of an answer, or of the account; null: nothing. */
  fault: z.custom<Fault>(value => typeof value === 'object' && value !== null && 'kind' in value).nullable(),
});
export type NetworkTest = z.infer<typeof networkTest>;
