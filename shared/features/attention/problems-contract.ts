import { z } from 'zod';

import { problemInfo } from './problems-model.ts';
import { call, nothing } from '../../rpc/call.ts';

const problemId = z.string().max(9000);

export const problemsCalls = {
  /** Everything that is stuck, also what a person skipped. */
  'problems.list': call(nothing, z.array(problemInfo)),
  /** Tries one again, or with null all of them, without waiting any longer. Gives how many. */
  'problems.retry': call(z.object({ id: problemId.nullable() }), z.object({ count: z.number().int() })),
  /**
   * Lets an item go where more people can read it (`wider-audience`), a removed file go without those of its older versions
   * that cannot be kept (`older-versions`), or what is here be sent again on top of what a service has that was set back:
   * all of a mirror (`set-back`) or one file (`old-version`). No other problem can be allowed.
   */
  'problems.allow': call(z.object({ id: problemId }), nothing),
  /**
   * Takes the version that the service has now, though it is an older one (`old-version`); what is here goes into the store.
   * Nothing else can be taken.
   */
  'problems.take': call(z.object({ id: problemId }), nothing),
  /**
   * Copies what may not be sent to another folder of the service (an id, or names joined by `/` from a root folder); the
   * service's version comes back here, ours goes into the store. `path` is where the copy is at the service.
   */
  'problems.moveCopy': call(
    z.object({ id: problemId, to: z.string().min(1).max(8000) }),
    z.object({ path: z.string() }),
  ),
  /**
   * Gives what is stuck another name, on the side that has it: `name`, or with null one that works on every computer.
   * Nothing is replaced. `path` is where it is from now on.
   */
  'problems.rename': call(
    z.object({ id: problemId, name: z.string().min(1).max(1000).nullable() }),
    z.object({ path: z.string() }),
  ),
  /** Leaves one alone until something about it changes. Until then it needs no attention. */
  'problems.skip': call(z.object({ id: problemId }), nothing),
};
