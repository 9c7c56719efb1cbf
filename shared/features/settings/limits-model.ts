import { z } from 'zod';

/** Less would make a transfer look dead to both ends. */
const LEAST_BYTES_PER_SECOND = 1000;

/** Bytes a second of all transfers together; 0: no limit. */
const bytesPerSecond = z
  .number()
  .int()
  .min(0)
  .refine(
    value => value === 0 || value >= LEAST_BYTES_PER_SECOND,
    'It must be at least 1000 bytes a second, or 0 for no limit.',
  );

/** Minutes since midnight, by this computer's clock. */
const minute = z.number().int().min(0).max(1439);

/** How fast bytes may travel, and at which hours that holds; hours null: always. */
export const limits = z.object({
  upBytesPerSecond: bytesPerSecond,
  downBytesPerSecond: bytesPerSecond,
  hours: z.object({ from: minute, to: minute }).nullable(),
});
export type LimitsInfo = z.infer<typeof limits>;
