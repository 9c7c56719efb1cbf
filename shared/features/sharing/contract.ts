import { z } from 'zod';

import { folderPlace } from '../browse/place-model.ts';
import {
  accessBrief,
  audienceChange,
  givenRole,
  shareCandidates,
  sharePrincipal,
  sharingView,
  widerFile,
} from './model.ts';
import { call } from '../../rpc/call.ts';

/** As rows name things: an item of ours, or the service's id. */
const id = z.string().min(1).max(100);

/**
 * Who can see what, and why (spec 2.4). Every change ends with reading again what the service says, and that is the answer.
 * None is ever kept for later: without the service nothing is changed.
 */
export const sharingCalls = {
  /** Offline what was last read, with its time. */
  'sharing.look': call(z.object({ id }), sharingView),
  /** In short, for lists; what is not known yet is asked for, and left out where the service does not tell. */
  'sharing.brief': call(z.object({ ids: z.array(id).max(100) }), z.array(accessBrief)),
  /** People whose name or address begins so, from two characters on, and teams that were seen. */
  'sharing.find': call(z.object({ id, query: z.string().max(200) }), shareCandidates),
  'sharing.add': call(z.object({ id, principal: sharePrincipal, role: givenRole }), sharingView),
  /** There is no call that changes a role (G9): the new entry is made, seen, and only then the old one removed. */
  'sharing.changeRole': call(z.object({ id, entry: z.string().max(100), role: givenRole }), sharingView),
  'sharing.remove': call(z.object({ id, entry: z.string().max(100) }), sharingView),
  /** Folders only, and there is no way back (G8). */
  'sharing.stopInheriting': call(z.object({ id }), sharingView),
  /** Files inside a folder that more people can reach than the folder. */
  'sharing.wider': call(z.object({ id }), z.object({ files: z.array(widerFile) })),
  /** Takes away what makes these files wider than their folder. `cleared`: entries that went. */
  'sharing.narrow': call(
    z.object({ id, files: z.array(z.string().max(100)).min(1).max(10_000) }),
    z.object({ cleared: z.number().int(), files: z.array(widerFile) }),
  ),
  /** All such files of the organization; for its managers. */
  'sharing.report': call(z.object({}), z.object({ files: z.array(widerFile) })),
  /** What a move of these into a folder would change. */
  'sharing.ofMove': call(z.object({ ids: z.array(id).min(1).max(1000), to: folderPlace }), audienceChange),
};
