import { z } from 'zod';

/** A file in the store: bytes that were taken out of a mirrored folder and are kept for a while. */
export const storedInfo = z.object({
  id: z.string(),
  /** The mirror it was in; empty when that is not known. */
  mirror: z.string(),
  /** Where it was, inside the mirror; empty when that is not known. */
  path: z.string(),
  sizeBytes: z.number().nullable(),
  /** A stable code: `removed at the service`, `removed here`, `older version`, `replaced`, `rescued`, `resolved`, `moved to another folder`. */
  reason: z.string(),
  at: z.string(),
  /** Until when it is kept, ISO 8601 UTC. */
  until: z.string(),
  /** So many older versions of it are kept, too. They come back with it. */
  older: z.number().int(),
});
export type StoredInfo = z.infer<typeof storedInfo>;
