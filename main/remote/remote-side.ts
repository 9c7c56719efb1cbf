import type { MirrorContext } from '../engine/context/mirror-context.ts';
import type { Observation, Sides } from '../engine/context/side.ts';
import { createFolderRemote, moveRemote } from './act/placements.ts';
import { deleteRemote } from './act/removals.ts';
import { sendNewFiles } from './act/send-new-files.ts';
import { uploadVersion } from './act/upload-version.ts';
import type { PollRequest } from './observe/poll.ts';
import { observeRemote } from './observe/record-remote.ts';

/** The service shows whole versions only: no file of it is still being written. */
const NOTHING_SETTLES: Observation['settling'] = new Map();

/** The folder of the service as a side of its mirror: observed by polls, changed through the service's calls. */
export function remoteSide(context: MirrorContext, request: Omit<PollRequest, 'ignoring'>): Sides['remote'] {
  return {
    observe: async ignoring => {
      const isWhole =
        request.how !== 'none' && (await observeRemote(context, { ...request, ignoring })) === 'everything';
      return { isWhole, isUncertain: false, settling: NOTHING_SETTLES };
    },
    createFolder: (item, to) => createFolderRemote(context, item, to),
    move: (item, to) => moveRemote(context, item, to),
    remove: (item, tree) => deleteRemote(context, tree, item),
    transfer: ({ item, onTop }, onTransferred) => uploadVersion(context, item, { onTop, onTransferred }),
    uploadNewFiles: (operations, attempts) => sendNewFiles(context, attempts, operations),
  };
}
