import { z } from 'zod';

import { problemInfo } from '../model/problem.ts';
import { call, nothing } from './call.ts';

const problemId = z.string().max(9000);

export const problemsCalls = {
  /** Everything that is stuck, also what a person skipped. */
  'problems.list': call(nothing, z.array(problemInfo)),
  /** Tries one again, or with null all of them, without waiting any longer. Gives how many. */
  'problems.retry': call(z.object({ id: problemId.nullable() }), z.object({ count: z.number().int() })),
  /** Lets an item go where more people can read it; only for problems with the reason `wider-audience`. */
  'problems.allow': call(z.object({ id: problemId }), nothing),
  /**
   * Copies what may not be sent to another folder of the service (an id, or names joined by `/` from a root folder); the
   * service's version comes back here, ours goes into the store. `path` is where the copy is at the service.
   */
  'problems.moveCopy': call(
    z.object({ id: problemId, to: z.string().min(1).max(8000) }),
    z.object({ path: z.string() }),
  ),
  /** Leaves one alone until something about it changes. It needs nobody's attention meanwhile. */
  'problems.skip': call(z.object({ id: problemId }), nothing),
};
