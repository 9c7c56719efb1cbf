import { z } from 'zod';

import { leftAlone } from './model.ts';
import { savedCopy } from './save-copy-model.ts';
import { call } from '../../rpc/call.ts';

/** Copies of files outside of all mirrors: changes to them are not synchronized. */
export const downloadToCalls = {
  /**
   * Whether copies may go to a folder, with links resolved; null: a folder to begin with, that of the last time or where
   * downloads usually go. `@throws` with what speaks against it.
   */
  'files.downloadPlace': call(
    z.object({ folder: z.string().min(1).max(8000).nullable() }),
    z.object({ folder: z.string().nullable() }),
  ),
  /**
   * Fetches the current versions of files from the service into a folder of this computer that exists, whether they are
   * here already or not. `name`: of a single file, and then a taken one is refused; without it each has its own, and a taken
   * one gets a number. `@throws` when a single file, or the place itself, cannot be had.
   */
  'files.downloadTo': call(
    z.object({
      ids: z.array(z.string().min(1).max(100)).min(1).max(1000),
      folder: z.string().min(1).max(8000),
      name: z.string().min(1).max(255).nullable(),
    }),
    z.object({ saved: z.array(savedCopy), left: z.array(leftAlone) }),
  ),
};
