import { z } from 'zod';

import { folderPlace } from '../browse/place-model.ts';
import { searchHere, searchThere } from './model.ts';
import { call } from '../../rpc/call.ts';

const text = z.string().max(2000);

export const searchCalls = {
  /**
   * Looks through the names of everything known here and the words of files that are here, without asking the service.
   * `text` as a person types it: words, "words in a row", `type:csv tag:qpcr before:2026-10-01 after:2026 in:"Plate 7"`.
   */
  'search.here': call(z.object({ text, limit: z.number().int().min(1).max(200) }), searchHere),
  /** Asks the service: files by their latest text and by their names, the caller's tasks (spec 4.5). Offline it fails. */
  'search.there': call(
    z.object({
      text,
      scopes: z
        .array(z.enum(['names', 'texts', 'tasks']))
        .min(1)
        .max(3),
    }),
    searchThere,
  ),
  /**
   * Where a file is that is known by the id of the service, and the id of its row there, which is one of ours in a mirror.
   * Asks the service.
   */
  'search.whereIs': call(z.object({ id: z.string().max(100) }), z.object({ at: folderPlace, row: z.string() })),
};
