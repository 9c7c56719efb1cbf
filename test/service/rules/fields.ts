import { z } from 'zod';

import type { Slice, Sliced } from './records.ts';

/** Fields that several endpoints read, in the form the wire gives them. */

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

export const tagsField = z.array(z.string().max(100)).max(100);

export const sizeField = z.number().int().min(0);

/** Where a list begins and how much of it is wanted; `pageSize` at most 100 (spec 8). */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
  sortBy: z.string().max(50).optional(),
  sortDirection: z.string().max(20).optional(),
});

export type PageQuery = z.infer<typeof pageQuery>;

const COLUMNS: { readonly [name: string]: Slice['sortBy'] } = {
  name: 'name',
  filename: 'name',
  title: 'name',
  created: 'createdAt',
  createdat: 'createdAt',
  updated: 'updatedAt',
  updatedat: 'updatedAt',
};

/** What a paged query asks for; unknown columns fall back to `usual`. */
export function sliceOf(query: PageQuery, usual: Pick<Slice, 'sortBy' | 'descending'>): Slice {
  const direction = query.sortDirection?.toLowerCase();
  return {
    page: query.page,
    pageSize: query.pageSize,
    sortBy: COLUMNS[query.sortBy?.toLowerCase() ?? ''] ?? usual.sortBy,
    descending: direction === undefined ? usual.descending : direction.startsWith('desc'),
  };
}

/** The paged envelope. */
export function pageOf<T>(slice: Pick<Slice, 'page' | 'pageSize'>, sliced: Sliced<T>): object {
  const totalPages = Math.ceil(sliced.total / slice.pageSize);
  return {
    items: sliced.rows,
    page: slice.page,
    pageSize: slice.pageSize,
    totalCount: sliced.total,
    totalPages,
    hasNextPage: slice.page < totalPages,
    hasPreviousPage: slice.page > 1,
  };
}

/** One page of a list that is already complete. */
export function cut<T>(rows: readonly T[], slice: Pick<Slice, 'page' | 'pageSize'>): Sliced<T> {
  const start = (slice.page - 1) * slice.pageSize;
  return { rows: rows.slice(start, start + slice.pageSize), total: rows.length };
}
