import { z } from 'zod';

/** What is known of a previewed file, whether its bytes can be had or not. */
const facts = {
  /** On this computer, or as the service calls it. */
  name: z.string(),
  sizeBytes: z.number().nullable(),
  /** ISO 8601 UTC; null when it is not known. */
  modifiedAt: z.string().nullable(),
  /** The version at the service that these bytes are; null: they are no version yet, or it is not known which. */
  version: z.string().nullable(),
  sha256: z.string().nullable(),
  /** Another word whenever the bytes may be others: what was opened with one is no longer what is there. */
  mark: z.string(),
};

/** A file's bytes to look into, or why they are not handed out. */
export const openedContent = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('open'),
    ...facts,
    sizeBytes: z.number(),
    /** Names the bytes for `content.read` and `content.close`; it cannot be guessed, and it ends by itself. */
    content: z.string(),
    /** Where a window fetches the bytes, in parts if it likes, such as `/content/<id>`. */
    address: z.string(),
    /** `here`: read from this computer. `service`: fetched for looking only, in no folder. */
    from: z.enum(['here', 'service']),
  }),
  /** Only at the service, and not fetched without being asked: `mayFetch` false: too large for that. */
  z.object({ is: z.literal('not-here'), ...facts, mayFetch: z.boolean(), mostBytes: z.number() }),
]);
export type OpenedContent = z.infer<typeof openedContent>;

/** How far something is that is fetched only to be looked at. `id` and `version` are those it was asked for with. */
export const fetchProgress = z.object({
  id: z.string(),
  version: z.string().nullable(),
  doneBytes: z.number(),
  /** Null when the service does not tell. */
  sizeBytes: z.number().nullable(),
});
export type FetchProgress = z.infer<typeof fetchProgress>;
