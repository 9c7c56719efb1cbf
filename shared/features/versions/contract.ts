import { z } from 'zod';

import { savedCopy } from '../edit/save-copy-model.ts';
import { mergeSides, savedMerge, versionBytes, versionList } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

const id = z.string().min(1).max(100);
/** The service's id of a version, `local` or `draft`. */
const ref = z.string().min(1).max(100);

/** The versions of one file: what there is, and new ones made of them. Nothing is ever removed by these. */
export const versionsCalls = {
  /** Asks the service for one page, counted from 1; offline what is known here. What was not sent stands on the first. */
  'versions.list': call(z.object({ id, page: z.number().int().min(1).max(10_000) }), versionList),
  /** The bytes of one version, up to 8 MB; the service is asked unless it is on this computer. */
  'versions.bytes': call(z.object({ id, version: ref }), versionBytes),
  /** Saves a copy of one version of the service, or of the merge that waits, into a folder of this computer; `folder` and `name` as in `files.downloadTo`. */
  'versions.downloadTo': call(
    z.object({ id, version: ref, folder: z.string().min(1).max(8000), name: z.string().min(1).max(255).nullable() }),
    savedCopy,
  ),
  /**
   * Makes a new version with the content of an older one. `head`: the current version that the person saw; if there is
   * another by now, nothing is done.
   */
  'versions.restore': call(z.object({ id, version: ref, head: ref }), z.object({ version: z.string() })),
  /**
   * Saves what was merged as a version on the current one, `head`. It is kept here first, and until the service has it.
   * `bytes`: base64. `note`: what changed. `overDraft`: it was made from the merge that waits, or is that one again, and
   * takes its place; otherwise another one that waits is never replaced. @throws `bad-request` then.
   */
  'versions.save': call(
    z.object({
      id,
      head: ref,
      bytes: z.string().max(6_000_000),
      note: z.string().max(10_000).nullable(),
      overDraft: z.boolean().optional(),
    }),
    savedMerge,
  ),
  /** Sends the merge that waits, on the version it was made on. When there is a newer one by now, it goes on waiting. */
  'versions.sendDraft': call(z.object({ id }), savedMerge),
  /** Forgets a merge that the service has not taken. */
  'versions.dropDraft': call(z.object({ id }), nothing),
  /** What a merge of the two versions of a conflict begins with. */
  'versions.ofConflict': call(z.object({ id: z.string().max(100) }), mergeSides),
};
