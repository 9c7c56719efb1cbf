import { z } from 'zod';

import { freeingRound, leaving, left, MOST_APART } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

/** Signing out and taking the files of this computer along. Only what the service surely has is removed. */
export const leavingCalls = {
  /** What would be removed here and what would stay. Asks only the disk and the records: works offline. */
  'leaving.look': call(nothing, leaving),
  /**
   * Removes some of the files here that the service has, each compared with it first, in the order of their ids. To be
   * asked again with `after` until that is null; may be left off at any time.
   */
  'leaving.free': call(z.object({ after: z.number().int().nullable() }), freeingRound),
  /**
   * Lets go of the mirrored folders and signs out; what is in the folders stays.
   * @param lose ids of `apart` files of which a person said that they may be lost; nothing else there is touched.
   */
  'leaving.finish': call(z.object({ lose: z.array(z.string().max(400)).max(MOST_APART) }), left),
};
