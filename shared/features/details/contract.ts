import { z } from 'zod';

import { itemAbout, itemDetails } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

const id = z.string().min(1).max(100);
const tag = z.string().trim().min(1).max(100);

/** What is known of one file or folder, and what people say of it. */
export const detailsCalls = {
  /** From the records: at once, offline too. */
  'files.details': call(z.object({ id }), itemDetails),
  /** Asks the service. */
  'files.about': call(z.object({ id }), itemAbout),
  /**
   * Describes files. It is remembered here and sent when the service can be reached. `from` is the description that was
   * seen when `to` was written, without it the one that was last known here: what another person wrote in between is
   * not written over.
   */
  'files.describe': call(
    z.object({
      ids: z.array(id).min(1).max(10_000),
      description: z.object({ from: z.string().max(100_000).nullish(), to: z.string().max(10_000) }).nullable(),
      addTags: z.array(tag).max(100),
      removeTags: z.array(z.string().max(100)).max(100),
    }),
    z.object({ files: z.number().int(), waiting: z.number().int() }),
  ),
  /** A description that was disputed, or not taken: `mine` is sent over theirs, `theirs` forgets mine, `again` tries once more. */
  'files.describeAnswer': call(
    z.object({ id: z.number().int(), answer: z.enum(['mine', 'theirs', 'again']) }),
    nothing,
  ),
  /** What changed, for the history: goes with the next version of the file that is sent. Null takes it back. */
  'files.note': call(z.object({ id, note: z.string().max(10_000).nullable() }), nothing),
};
