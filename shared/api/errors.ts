import { z } from 'zod';

/**
 * The body of every refusal (spec 7). The two refusals that come before an endpoint carry no `correlationId`;
 * `missingFileIds` comes with FILE_EXPIRED only.
 */
export const errorAnswer = z.strictObject({
  errorCode: z.string(),
  messages: z.array(z.string()),
  correlationId: z.string().optional(),
  missingFileIds: z.array(z.uuid()).optional(),
});
