import { z } from 'zod';

import { folderWindow, listQuestion, treeFolder } from './folder-model.ts';
import { folderPlace } from './place-model.ts';
import { call, nothing } from '../../rpc/call.ts';

/** Rows of one answer. */
export const MOST_ROWS = 500;

const position = z.number().int().min(0).max(100_000_000);

/** Browsing everything that can be read, mirrored or not, from what is recorded here: works offline. */
export const browseCalls = {
  /**
   * Some rows of a list. `anchor`: the id of a row whose position is wanted with them; `chosen`: ids of which those are
   * wanted that are not in the list.
   */
  'files.window': call(
    listQuestion.extend({
      from: position,
      count: z.number().int().min(0).max(MOST_ROWS),
      anchor: z.string().max(100).nullable(),
      chosen: z.array(z.string().max(100)).max(MOST_ROWS).default([]),
    }),
    folderWindow,
  ),
  /** The ids of the lines from one position to before another. */
  'files.ids': call(listQuestion.extend({ from: position, to: position }), z.array(z.string())),
  /** Where the next line is whose name begins so, from a position on and around the end; or where a row is. */
  'files.find': call(
    listQuestion.extend({
      wanted: z.union([
        z.object({ id: z.string().max(100) }),
        z.object({ prefix: z.string().min(1).max(200), after: position }),
      ]),
    }),
    z.object({ at: position, id: z.string() }).nullable(),
  ),
  /** The folders in a place, by name; `total` says how many there are when not all are given. */
  'files.folders': call(
    z.object({ place: folderPlace }),
    z.object({ folders: z.array(treeFolder), total: z.number().int() }),
  ),
  /**
   * A place is shown: it is listed at the service when it is time for it, or `now` because a person asks.
   * `folders`: only what unfolding it needs. `wait`: answers when that is done, else when it has begun.
   */
  'files.check': call(
    z.object({
      place: folderPlace,
      now: z.boolean(),
      folders: z.boolean().default(false),
      wait: z.boolean().default(false),
    }),
    nothing,
  ),
  /** The place at a path of the service: names joined by `/` from the top (`/` in a name is `\/`), or a folder's id. */
  'files.locate': call(z.object({ path: z.string().max(100_000) }), folderPlace),
  /** Brings an archived folder back with everything that was in it. */
  'files.restoreFolder': call(z.object({ id: z.string().max(100) }), nothing),
};
