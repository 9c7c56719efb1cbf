import { z } from 'zod';

/** Fields that several endpoints take, as they arrive. */

/** A UUID, in lower case however it was written. */
export const uuidField = z.uuid().transform(id => id.toLowerCase());

/**
 * A file's or folder's name: any text of 1 to 255 characters. It is only shown, never used as a path. Half characters
 * (lone surrogates) cannot travel in UTF-8 and become the replacement character.
 */
export const nameField = z
  .string()
  .min(1)
  .max(255)
  .regex(/\S/, 'must not be blank')
  .transform(name => name.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

export const descriptionField = z.string().max(10_000);

export const tagsField = z.array(z.string().max(100)).max(100);

/** A media type as a header can carry it: visible ASCII, and spaces inside. */
export const contentTypeField = z
  .string()
  .max(200)
  .regex(/^(?! )[\x20-\x7e]*(?<! )$/, 'expected a media type');

/** Bytes. */
export const sizeField = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A user's id: a positive int32. */
export const userIdField = z.number().int().min(1).max(2_147_483_647);

/** What is searched for; empty finds everything or nothing, as the endpoint says. */
export const soughtField = z.string().max(500).default('');

/** Where a list begins and how much of it is wanted; `pageSize` at most 100 (spec 8). */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
  sortBy: z.string().max(50).optional(),
  sortDirection: z.string().max(20).optional(),
});

export type PageQuery = z.infer<typeof pageQuery>;

/** Fields of answers. */

export const idAnswer = z.uuid();

/** ISO 8601, UTC. */
export const timeAnswer = z.iso.datetime();

/** The paged envelope (wire facts, section 1). */
export function pageAnswer<S extends z.ZodType>(item: S) {
  return z.strictObject({
    items: z.array(item),
    page: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    totalPages: z.int(),
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
  });
}
