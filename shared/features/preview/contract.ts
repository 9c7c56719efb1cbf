import { z } from 'zod';

import { KIB } from '../../units.ts';
import { pathQuestion } from '../edit/path-question.ts';
import { fetchProgress, openedContent } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

/** Most bytes of one answer to `content.read`. */
export const MOST_READ_BYTES = 512 * KIB;

/**
 * Looking into a file. Bytes are handed out as they are at one moment: when the file changes in between, no further
 * ones come. Nothing is written anywhere, and what is fetched for it lands in no folder.
 */
export const contentCalls = {
  /**
   * Opens a file, or one version of it. @param fetch of what is only at the service: `small` fetches what takes a
   * moment, `yes` anything that may be fetched, `no` nothing, `here` nothing either, and the service is not even asked
   * which version it has: what is not on this computer is refused. Abandoning the call ends the fetching. @throws with a
   * sentence when there is nothing to look into.
   */
  'content.open': call(
    z.object({
      id: z.string().min(1).max(100),
      version: z.string().min(1).max(100).nullable(),
      fetch: z.enum(['here', 'no', 'small', 'yes']),
    }),
    openedContent,
  ),
  /**
   * Opens a file of a mirrored folder that was saved just now, so that no look has seen it yet: as it is on the disk.
   * @throws `bad-request` when nothing is there.
   */
  'content.openSaved': call(pathQuestion, openedContent),
  /** A part of what is open, in base64; for callers without a window's server. @throws `stale` when the file changed. */
  'content.read': call(
    z.object({
      content: z.string().max(100),
      at: z.number().int().min(0),
      count: z.number().int().min(1).max(MOST_READ_BYTES),
    }),
    z.object({ base64: z.string() }),
  ),
  /** The view is closed. */
  'content.close': call(z.object({ content: z.string().max(100) }), nothing),
};

export const contentTopics = {
  /** What is fetched at this moment only to be looked at, or to be compared. */
  'content.fetching': z.array(fetchProgress),
};
