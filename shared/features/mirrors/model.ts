import { z } from 'zod';

import { standing } from '../status/model.ts';

/** Which ways changes travel. `upload` writes nothing here, `download` sends nothing. */
/** A folder that other records of Benchtop keep in step: the chosen one, or one around it or in it. */
export const folderClaim = z.object({ path: z.string(), where: z.enum(['in', 'above', 'below']) });
export type FolderClaim = Readonly<z.infer<typeof folderClaim>>;

export const mirrorMode = z.enum(['two-way', 'upload', 'download']);
export type MirrorMode = z.infer<typeof mirrorMode>;

export const mirrorInfo = z.object({
  id: z.string(),
  /** The service's folder. */
  remoteId: z.string(),
  /** Its names from a root folder, joined by `/` (`/` in a name is `\/`). */
  remotePath: z.string(),
  /** The local folder, absolute. */
  local: z.string(),
  mode: mirrorMode,
  /** The id of the organization that the folder belongs to; null: the one of the account. */
  organization: z.string().nullable(),
  /** `active`, `halted` (root, marker, listing or permission missing: nothing is removed), `guarded` or `paused`. */
  state: z.enum(['active', 'halted', 'guarded', 'paused']),
  /** How much may be said of it while it is active. */
  standing,
  /** One sentence for a state that is not active. */
  reason: z.string().nullable(),
});
export type MirrorInfo = z.infer<typeof mirrorInfo>;
