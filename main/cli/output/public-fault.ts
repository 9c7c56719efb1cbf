import { z } from 'zod';

/** A fault as scripts read it: its kind, and what the service or the system said of it. */
export const publicFault = z.object({
  kind: z.string(),
  detail: z.string().optional(),
  retryAfterMs: z.number().nullable().optional(),
  status: z.number().optional(),
  messages: z.array(z.string()).optional(),
  path: z.string().optional(),
  code: z.string().optional(),
  correlationId: z.string().optional(),
  page: z.string().optional(),
});
