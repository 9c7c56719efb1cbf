import { z } from 'zod';

import { dropJob, dropPlan, dropReport, dropWish, waitingThing } from './model.ts';
import { folderPlace } from '../browse/place-model.ts';
import { call, nothing } from '../../rpc/call.ts';

const ticket = z.object({ ticket: z.string().max(100) });

/**
 * Adding files and folders from outside. The bytes do not come over this pipe: each file is sent with
 * `PUT /drop/<ticket>/<relative path>` to the window's server. Nothing is ever replaced, and nothing half-written is seen.
 */
export const dropsCalls = {
  /** Says what would happen, and gives a ticket for it. */
  'drops.begin': call(
    z.object({
      place: folderPlace,
      wish: dropWish,
    }),
    dropPlan,
  ),
  /**
   * Names files that are going to come, so that the engine knows what did not; may be called several
   * times. Without any it says that the window that began is still there: a ticket of which nothing is heard ends.
   */
  'drops.expect': call(ticket.extend({ paths: z.array(z.string().min(1).max(8000)).max(1000) }), z.null()),
  /** Empty folders have no bytes that would make them. */
  'drops.folder': call(ticket.extend({ path: z.string().min(1).max(8000) }), z.null()),
  /**
   * A part of one file, for callers without a window's server: in base64, one part after the other. `at` is where it begins;
   * the answer to the last says where the file is.
   */
  'drops.part': call(
    ticket.extend({
      path: z.string().min(1).max(8000),
      at: z.number().int().min(0),
      base64: z.string().max(700_000),
      isLast: z.boolean(),
    }),
    z.object({ at: z.string().nullable() }),
  ),
  /** What waits to be sent, oldest first: files for folders that are not here, and descriptions. */
  'drops.waiting': call(nothing, z.array(waitingThing)),
  /** A file that was not taken: `again` tries once more, `store` gives it up and keeps it in the store. */
  'drops.answer': call(z.object({ id: z.number().int(), answer: z.enum(['again', 'store']) }), nothing),
  /**
   * No more comes with this ticket: all of it came, or a person stopped. What came so far stays; a file that is on its way
   * is added or named before this answers.
   */
  'drops.end': call(ticket, dropReport),
  /** What is being added, and what was without that a person was told; oldest first. */
  'drops.jobs': call(nothing, z.array(dropJob)),
  /** A person was told what came of it. */
  'drops.seen': call(ticket, z.null()),
};
