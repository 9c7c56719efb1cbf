import { z } from 'zod';

/** A path in a question. */
export const pathQuestion = z.object({
  /** As it was typed: an absolute path, or one inside a mirror. A `/` at the end means a folder. */
  path: z.string().min(1).max(9000),
  /** The same as an absolute path of the asking computer; null when there is none. */
  absolute: z.string().max(9000).nullable(),
  /** Null: the mirror that the absolute path is in, else the only one there is. */
  mirror: z.string().max(100).nullable(),
});
export type PathQuestion = z.infer<typeof pathQuestion>;
