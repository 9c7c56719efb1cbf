import { z } from 'zod';

import { syncBadge } from '../browse/file-row-model.ts';

const time = z.string().nullable();

/** What waits to be said of a file at the service. */
export const pendingDescription = z.object({
  id: z.number().int(),
  description: z.string().nullable(),
  add: z.array(z.string()),
  remove: z.array(z.string()),
  /** Why it was not taken yet, one sentence; null: it waits for its turn. */
  text: z.string().nullable(),
  /** Another person wrote this in between, and the person has to choose; null: there is no conflict. */
  theirs: z.string().nullable(),
  isDisputed: z.boolean(),
});

/** Everything that is known of a file or folder without a call to the service. */
export const itemDetails = z.object({
  id: z.string(),
  kind: z.enum(['file', 'folder']),
  name: z.string(),
  serviceName: z.string().nullable(),
  badge: syncBadge.nullable(),
  note: z.string().nullable(),
  extraction: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  modifiedAt: time,
  /** Absolute, on this computer; null when it is not here. */
  path: z.string().nullable(),
  /** At the service, names joined by `/`; null when that is not known. */
  servicePath: z.string().nullable(),
  serviceId: z.string().nullable(),
  version: z.string().nullable(),
  sha256: z.string().nullable(),
  /** As the service last said it; null: it was never asked. */
  described: z.object({ description: z.string().nullable(), tags: z.array(z.string()), at: z.string() }).nullable(),
  pending: pendingDescription.nullable(),
  /** What a person says of the next version. */
  changeNote: z.string().nullable(),
});
export type ItemDetails = z.infer<typeof itemDetails>;

/** What the service says of it at this moment. */
export const itemAbout = z.object({
  description: z.string().nullable(),
  tags: z.array(z.string()),
  createdAt: time,
  /** The service's own word for it, which says nothing of who can really open it. */
  visibility: z.string().nullable(),
  /** Whether everybody in the organization can open it; null where the service does not tell. */
  isForEverybody: z.boolean().nullable(),
  versions: z
    .array(
      z.object({
        id: z.string(),
        number: z.number().nullable(),
        createdAt: time,
        sizeBytes: z.number().nullable(),
        by: z.string().nullable(),
        summary: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Who can open it, as the service names them; null when it does not say. */
  readers: z.array(z.string()).nullable(),
});
export type ItemAbout = z.infer<typeof itemAbout>;
