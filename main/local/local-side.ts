import type { MirrorContext } from '../engine/context/mirror-context.ts';
import type { Sides } from '../engine/context/side.ts';
import { download } from './act/download.ts';
import { keepBoth } from './act/keep-both.ts';
import { createFolderLocal, moveLocal } from './act/placements.ts';
import { deleteLocal } from './act/removals.ts';
import { changeNumber } from './act/renumber.ts';
import { observeLocal } from './observe/observe-local.ts';
import type { Scanning } from './observe/observe-local.ts';

/** The folder on this computer as a side of its mirror: observed by a scan, changed through the disk. */
export function localSide(context: MirrorContext, scanning: Scanning): Sides['local'] {
  return {
    observe: async ignoring => {
      const { isUncertain, settling } = await observeLocal(context, scanning, ignoring);
      return { isWhole: scanning.folders === 'everything', isUncertain: isUncertain, settling };
    },
    createFolder: (item, to) => createFolderLocal(context, item, to),
    move: (item, to) => (to.isRenumbered === true ? changeNumber(context, item, to) : moveLocal(context, item, to)),
    remove: item => deleteLocal(context, item),
    transfer: (operation, onTransferred) =>
      operation.kind === 'download'
        ? download(context, operation.item, { to: operation.to, onTransferred })
        : keepBoth(context, operation.item, onTransferred),
  };
}
