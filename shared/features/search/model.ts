import { z } from 'zod';

import { syncBadge } from '../browse/file-row-model.ts';
import { folderPlace } from '../browse/place-model.ts';

/** A stretch of a text that was found. */
const snippetPart = z.object({ text: z.string(), isMatch: z.boolean() });

/** Something that was found. */
export const searchFind = z.object({
  kind: z.enum(['file', 'folder', 'task']),
  /** Our item; null for what is not mirrored. */
  item: z.string().nullable(),
  /** The service's id; null for what is not there yet. */
  serviceId: z.string().nullable(),
  name: z.string(),
  /** The place that holds it, and the names that lead there, joined by ` / `; null: only the service knows. */
  place: z.object({ at: folderPlace, path: z.string() }).nullable(),
  badge: syncBadge.nullable(),
  extraction: z.string().nullable(),
  /** Why it is among the finds. */
  by: z.enum(['name', 'text-here', 'text-there', 'name-there', 'task']),
  /** Where the words stand in the text; null when it was found by its name. */
  snippet: z.array(snippetPart).nullable(),
  /** ISO 8601 UTC. */
  modifiedAt: z.string().nullable(),
});
export type SearchFind = z.infer<typeof searchFind>;

/** A filter that could not be understood. */
const queryTrouble = z.object({ filter: z.enum(['before', 'after', 'type', 'tag', 'in']), value: z.string() });

/** What was found on this computer, and how much was looked through. */
export const searchHere = z.object({
  finds: z.array(searchFind),
  /** There are more than these. */
  hasMore: z.boolean(),
  troubles: z.array(queryTrouble),
  /** Names and file texts in the index. */
  names: z.number().int(),
  texts: z.number().int(),
  /** Files whose tags are known here, where a tag was asked for; null: none was. */
  tagged: z.number().int().nullable(),
  /** Whether words inside files are in the index at all. */
  looksInside: z.boolean(),
  /** Files whose text the service had not read when it was last asked. */
  unread: z.number().int(),
  /** Files at the service that it was not asked about yet: whether it has read their text is not known. */
  notAsked: z.number().int(),
  /** The index is still being made: there may be more. */
  isBuilding: z.boolean(),
});
export type SearchHere = z.infer<typeof searchHere>;

/** What the service found. */
export const searchThere = z.object({
  finds: z.array(searchFind),
  /** Filters of the question that the service knows nothing of: its finds are left out where they cannot be judged. */
  ignored: z.array(z.string()),
});
export type SearchThere = z.infer<typeof searchThere>;
