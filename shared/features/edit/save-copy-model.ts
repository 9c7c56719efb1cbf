import { z } from 'zod';

/** A file that was copied out of the knowledge base. */
export const savedCopy = z.object({
  id: z.string(),
  /** Where it is now, absolute. */
  path: z.string(),
  sizeBytes: z.number(),
  /** Of the version that was fetched; null where the service does not name it. */
  version: z.string().nullable(),
});
export type SavedCopy = z.infer<typeof savedCopy>;
