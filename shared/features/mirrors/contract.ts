import { z } from 'zod';

import { folderClaim, mirrorInfo, mirrorMode } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

const mirrorId = z.string().max(100);

export const mirrorsCalls = {
  /**
   * `remote` is a folder's UUID or names joined by `/` from a root folder; `local` an absolute path. `organization`: an id
   * or a name; without it the one that the account acts in. The mirror stays with it for good.
   */
  'mirrors.add': call(
    z.object({
      remote: z.string().min(1).max(8000),
      local: z.string().min(1).max(8000),
      mode: mirrorMode,
      organization: z.string().min(1).max(1000).nullish(),
      /** A person knows that other records of Benchtop mirror it, or did. */
      takesOver: z.boolean().optional(),
    }),
    /** `notice`: one sentence about something to know beforehand, such as too little room. */
    z.object({ id: z.string().nullable(), notice: z.string().nullable(), claimed: folderClaim.nullish() }),
  ),
  /** The mirror's folder was moved: goes on with it at `local`, an absolute path. */
  'mirrors.move': call(z.object({ id: mirrorId, local: z.string().min(1).max(8000) }), nothing),
  'mirrors.list': call(nothing, z.array(mirrorInfo)),
  /** Stops mirroring; the local files stay. */
  'mirrors.remove': call(z.object({ id: mirrorId }), nothing),
};

export const mirrorsTopics = { 'mirrors.all': z.array(mirrorInfo) };
