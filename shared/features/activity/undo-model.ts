import { z } from 'zod';

/** Something that can be taken back. */
export const undoableInfo = z.object({
  /** A line of history by its number, or `held:` and an item: a removal made here that waits. */
  id: z.string(),
  at: z.string(),
  mirror: z.string(),
  path: z.string(),
  /** As in the history; `removing` for a removal that waits. */
  verb: z.string(),
  /** What an undo does, in a few words. */
  text: z.string(),
});
export type UndoableInfo = z.infer<typeof undoableInfo>;

/** What an undo did. */
export const undoneInfo = z.object({
  id: z.string(),
  mirror: z.string(),
  path: z.string(),
  /** One sentence. */
  text: z.string(),
});
export type UndoneInfo = z.infer<typeof undoneInfo>;
