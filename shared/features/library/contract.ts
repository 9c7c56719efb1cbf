import { z } from 'zod';

import { folderPlace } from '../browse/place-model.ts';
import { call, nothing } from '../../rpc/call.ts';

const id = z.string().min(1).max(100);
const ids = z.array(id).min(1).max(10_000);
/** As a person typed it; what speaks against it is said in words. */
const name = z.string().max(2000);

/** What could not be done, each with one sentence. */
const left = z.array(z.object({ id: z.string(), path: z.string(), text: z.string() }));

const visibility = z.string().min(1).max(50);
const published = z.object({ done: z.array(z.object({ id: z.string(), name: z.string() })), left });

/** A file that is kept on this computer without being in a mirror. */
export const keptRow = z.object({
  /** The service's. */
  id: z.string(),
  name: z.string(),
  /** `here`: its bytes are here. `older`: those of an older version are. `waiting`, `downloading`, `blocked`: none are. */
  state: z.enum(['here', 'older', 'waiting', 'downloading', 'blocked']),
  /** One sentence about a state that needs one. */
  note: z.string().nullable(),
  version: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  /** When its bytes came, ISO 8601 UTC. */
  at: z.string().nullable(),
});
export type KeptRow = z.infer<typeof keptRow>;

/**
 * The organization's library (spec 4.4). It is browsed with the calls of browsing, at `{ library: … }`; and what is done
 * with files of the service that are in no mirror.
 */
export const libraryCalls = {
  /**
   * Keeps files on this computer for looking into them offline: of a folder of the library, those that are in it and
   * below now. `wait`: answers when all were tried. @returns how many were not kept yet.
   */
  'library.keep': call(
    z.object({ ids, wait: z.boolean().default(false) }),
    z.object({ files: z.number().int(), left }),
  ),
  /**
   * Lets go of what is kept; at the service nothing changes. `stored`: the service no longer has them, so their copies went
   * into the store. `left`: they stay kept, because the service could not be asked.
   */
  'library.letGo': call(
    z.object({ ids }),
    z.object({ files: z.number().int(), sizeBytes: z.number(), stored: z.number().int(), left: z.number().int() }),
  ),
  /** All files that are kept so. */
  'library.kept': call(nothing, z.array(keptRow)),
  /** What a path in the library means: names joined by `/`, or an id. */
  'library.locate': call(
    z.object({ path: z.string().max(100_000) }),
    z.object({ id: z.string().nullable(), kind: z.enum(['file', 'folder']), name: z.string() }),
  ),
  /** Makes files of one's own from the latest versions of others, in a folder (spec 4.2, fork). Nothing is replaced. */
  'files.copy': call(
    z.object({ ids, to: folderPlace }),
    z.object({ done: z.array(z.object({ id: z.string(), copy: z.string(), name: z.string() })), left }),
  ),
  /** Who can read what is published: of which organization, and how many people; null where that is not told. */
  'library.readers': call(
    nothing,
    z.object({ organization: z.string().nullable(), people: z.number().int().nullable() }),
  ),
  /**
   * Publishes files, or puts published ones into another folder of the library (spec 4.2, promote). `done`: what the library
   * lists afterwards. `visibility`: GAP: the words that services know are not shown (spec 3.3).
   */
  'library.publish': call(
    z.object({ ids, folder: id.nullable().default(null), visibility: visibility.default('library') }),
    published,
  ),
  /** Takes files out of the library. Who they are shared with keeps them. */
  'library.withdraw': call(z.object({ ids, visibility: visibility.default('private') }), published),
  /** For those who manage the library. */
  'library.newFolder': call(z.object({ parent: id.nullable(), name }), z.object({ id: z.string(), name: z.string() })),
  'library.renameFolder': call(z.object({ id, name }), z.object({ name: z.string() })),
  'library.removeFolder': call(z.object({ id }), nothing),
};
