import { z } from 'zod';

import { storedInfo } from '../model/stored.ts';
import { call, nothing } from './call.ts';

export const storeCalls = {
  /** What is in the store, oldest first. */
  'store.list': call(nothing, z.array(storedInfo)),
  /** Brings a file back beside where it was; nothing is replaced. `path` is where it is now, inside the mirror. */
  'store.restore': call(z.object({ id: z.string().max(200) }), z.object({ mirror: z.string(), path: z.string() })),
};
