import { z } from 'zod';

import {
  computerKind,
  folderMeasure,
  localFolders,
  mirrorPreview,
  placeChecked,
  plannedFolder,
  remoteFolderInfo,
  setUpState,
} from './model.ts';
import { mirrorMode } from '../mirrors/model.ts';
import { call, nothing } from '../../rpc/call.ts';

const local = z.string().min(1).max(8000);
const folder = z.string().max(100);

/** What is decided before the first file moves, and the calls that it needs. None of them moves one. */
export const setUpCalls = {
  'setUp.setComputer': call(z.object({ kind: computerKind }), nothing),
  /** Null until it was chosen. */
  'setUp.computer': call(nothing, z.object({ kind: computerKind.nullable() })),
  /** What this computer is called in names of copies: now, and from the next start on. */
  'setUp.name': call(nothing, z.object({ now: z.string(), next: z.string() })),
  'setUp.setName': call(z.object({ name: z.string().trim().min(1).max(100) }), nothing),
  /** The set-up is finished, whether folders are kept here or only browsed. */
  'setUp.finish': call(nothing, nothing),
  'setUp.putChecklistAway': call(nothing, nothing),
  /** Where the folders of the account's organization would lie. */
  'setUp.defaultPlace': call(nothing, z.object({ path: z.string().nullable() })),
  /** Looks at a place for folders; makes nothing. */
  'setUp.checkPlace': call(z.object({ path: local }), placeChecked),
  /** The folders directly in a folder of this computer; null: the home folder and the top, to begin with. */
  'setUp.localFolders': call(z.object({ path: local.nullable() }), localFolders),
  /** Makes the folder, with those above it. @throws a fault when it can't be used. */
  'setUp.makePlace': call(z.object({ path: local }), z.object({ path: z.string() })),
  /** The folders directly in a folder of the service; null: those at the top. */
  'setUp.folders': call(z.object({ parent: folder.nullable() }), z.array(remoteFolderInfo)),
  /** Counts what is in a folder and below, as far as that is done soon. */
  'setUp.measure': call(z.object({ folder }), folderMeasure),
  /** Where chosen folders would lie below a place; makes nothing. */
  'setUp.plan': call(
    z.object({
      place: local,
      folders: z.array(z.object({ id: folder, name: z.string().max(8000) })).max(1000),
    }),
    z.array(plannedFolder),
  ),
  /** What would meet if the folder were mirrored to `local`; writes nothing. */
  'setUp.preview': call(z.object({ remote: folder, local, mode: mirrorMode }), mirrorPreview),
  /** The person's own folder in the knowledge base; made at the service when it isn't there. */
  'setUp.myFolder': call(nothing, z.object({ id: z.string(), name: z.string() })),
  /** Where uploads go that were given no folder; made at the service when it isn't there. */
  'setUp.drafts': call(nothing, z.object({ id: z.string(), name: z.string() })),
};

export const setUpTopics = { 'setUp.state': setUpState };
