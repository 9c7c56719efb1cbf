import { z } from 'zod';

import { folderPlace } from '../browse/place-model.ts';
import { storedInfo } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

export const storeCalls = {
  /** What is in the store, oldest first. */
  'store.list': call(nothing, z.array(storedInfo)),
  /**
   * Brings a file back beside where it was, or into another folder; nothing is replaced. `path` is where it is now, inside
   * the mirror. In a folder of the service it is its name, and the mirror is empty: it is sent there. `older`: so many of
   * its older versions come back with it.
   */
  'store.restore': call(
    z.object({ id: z.string().max(200), to: folderPlace.optional() }),
    z.object({ mirror: z.string(), path: z.string(), older: z.number().int() }),
  ),
};
