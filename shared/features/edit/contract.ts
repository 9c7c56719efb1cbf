import { z } from 'zod';

import { movedThings, moveResult, relocated, removedThings, weight } from './model.ts';
import { agreedNow } from '../sharing/audience-model.ts';
import { folderPlace as place } from '../browse/place-model.ts';
import { pathQuestion } from './path-question.ts';
import { call } from '../../rpc/call.ts';

/** A row: digits are an item of a mirrored folder, a UUID is something of the service's catalogue. */
const id = z.string().min(1).max(100);
const ids = z.array(id).min(1).max(100_000);
/** As a person typed it; what speaks against it is said in words. */
const name = z.string().max(2000);

/**
 * Everything that a person does with files and folders. What is on this computer is changed on its disk, so it works
 * offline and is carried to the service; what is not is changed at the service at once. Nothing is ever replaced.
 */
export const actingCalls = {
  /** Which row a path, or an id, stands for. */
  'files.identify': call(
    pathQuestion,
    z.object({ id: z.string(), kind: z.enum(['file', 'folder']), name: z.string() }),
  ),
  'files.newFolder': call(z.object({ place, name }), relocated),
  /** A file of a text; without an ending its name gets `.md`. */
  'files.newNote': call(z.object({ place, name, text: z.string().max(500_000) }), relocated),
  'files.rename': call(z.object({ id, name }), relocated),
  /** `agreed`: who a person knows will be able to read it; for others it is asked first. */
  'files.move': call(z.object({ ids, to: place, agreed: agreedNow.nullable() }), moveResult),
  /** Takes files out of their folder; they stay at the service, in none (spec 2.1, `clearFolder`). */
  'files.clearFolder': call(z.object({ ids }), movedThings),
  /** What removing these would take along; changes nothing. Of some files the service is asked for their versions. */
  'files.weigh': call(z.object({ ids }), weight),
  /** Who can open it at the service, asked at this moment; null where the service does not say. */
  'files.readers': call(z.object({ id }), z.object({ names: z.array(z.string()).nullable() })),
  /**
   * Removes files and folders. The bytes of every file are kept on this computer for 30 days, with its older versions as
   * far as there is room. `losing`: so many older versions a person knows will be lost; about more is asked first.
   */
  'files.remove': call(z.object({ ids, losing: z.number().int().min(0).optional() }), removedThings),
  /** Brings an archived folder of the service back with everything that was in it. */
  'folders.bringBack': call(z.object({ id }), z.null()),
};
