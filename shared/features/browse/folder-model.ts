import { z } from 'zod';

import type { Fault } from '../../fault.ts';
import { fileRow } from './file-row-model.ts';
import { folderPlace } from './place-model.ts';

/** What a list of files can be sorted by. Folders always stand before files. */
const sortColumn = z.enum(['name', 'sync', 'text', 'modified', 'size']);
export type SortColumn = z.infer<typeof sortColumn>;

/** Column and direction. */
export const sorting = z.object({ column: sortColumn, direction: z.enum(['ascending', 'descending']) });
export type Sorting = z.infer<typeof sorting>;

/** One list: a place, in an order, with only the names that contain a text (empty: all). */
export const listQuestion = z.object({ place: folderPlace, sorting, filter: z.string().max(200) });
export type ListQuestion = z.infer<typeof listQuestion>;

/**
 * How a place stands. `unvisited`: it was never listed here. `partial`: a listing broke off, what came is shown. `hidden`:
 * it can be seen, but not what is in it. `closed`: it may not be read. `archived`: it lies in the archive.
 */
const placeStanding = z.enum(['ready', 'unvisited', 'partial', 'hidden', 'closed', 'gone', 'archived']);
export type PlaceStanding = z.infer<typeof placeStanding>;

/** A fault inside an answer, as `Fault` declares it. */
const faultShape = z.custom<Fault>(value => typeof value === 'object' && value !== null && 'kind' in value);

/** A step of the way from the top to a folder. */
const trailStep = z.object({ place: folderPlace, name: z.string() });
export type TrailStep = z.infer<typeof trailStep>;

/** What is known of a place as a whole. */
export const placeHead = z.object({
  /** Where it really is: the service's folder that is mirrored is the mirror's. */
  place: folderPlace,
  /** From the top to the place itself, which is last. */
  trail: z.array(trailStep).min(1),
  standing: placeStanding,
  /** With `partial`: how many came, of about how many. */
  got: z.number().int().nullable(),
  of: z.number().int().nullable(),
  /** Pages of a listing that is under way; `pages` null: it is not known how many there are. */
  reading: z.object({ page: z.number().int(), pages: z.number().int().nullable() }).nullable(),
  /** Why the last listing broke off. */
  fault: faultShape.nullable(),
  /** The archived folder that it is, or lies in. */
  archived: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** When all of it was last listed at the service, ISO 8601 UTC. */
  checkedAt: z.string().nullable(),
  /** Nothing can tell that these are all there are. */
  isIncomplete: z.boolean(),
  /** In the library: whether its folders may be changed by this person, as far as is known. */
  mayManage: z.boolean().optional(),
});
export type PlaceHead = z.infer<typeof placeHead>;

/** Some rows of a list, and how long the list is. */
export const folderWindow = z.object({
  head: placeHead,
  /** Another text whenever the order or the number of lines is another one. */
  order: z.string(),
  /** Folders and files that the list shows, and things that the place holds without the filter. */
  folders: z.number().int(),
  files: z.number().int(),
  all: z.number().int(),
  /** The first row's place in the list, from 0; the others follow it. */
  from: z.number().int(),
  rows: z.array(fileRow),
  /** Where the anchor of the question is now; null: it is not in the list. */
  anchorAt: z.number().int().nullable(),
  /** The chosen ones of the question that are not in the list. */
  gone: z.array(z.string()),
});
export type FolderWindow = z.infer<typeof folderWindow>;

/** A folder in the tree. */
export const treeFolder = z.object({
  place: folderPlace,
  name: z.string(),
  /** It can be unfolded; true also while it is not known. */
  hasFolders: z.boolean(),
  /** It is a mirror's own folder. */
  isMirrored: z.boolean(),
});
export type TreeFolder = z.infer<typeof treeFolder>;
