import type { z } from 'zod';

import type { PageQuery, pageAnswer } from '../../../../shared/api/fields.ts';
import type { Slice, Sliced } from './records.ts';

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

type Page<T> = z.infer<ReturnType<typeof pageAnswer<z.ZodType<T>>>>;

/** The paged envelope. */
export function pageOf<T>(slice: Pick<Slice, 'page' | 'pageSize'>, sliced: Sliced<T>): Page<T> {
  const totalPages = Math.ceil(sliced.total / slice.pageSize);
  return {
    items: [...sliced.rows],
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

/** What rows must carry to be put in order in memory. */
interface Sortable {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** One page of rows that are at hand, in the order that is asked for; equal ones by id. */
export function sliced<R extends Sortable>(rows: readonly R[], slice: Slice): Sliced<R> {
  const sign = slice.descending ? -1 : 1;
  const ordered = rows.toSorted(
    (one, other) => sign * (compared(one, other, slice.sortBy) || compare(one.id, other.id)),
  );
  return cut(ordered, slice);
}

function compared(one: Sortable, other: Sortable, by: Slice['sortBy']): number {
  if (by === 'name') return compare(one.name, other.name);
  return by === 'createdAt' ? one.createdMs - other.createdMs : one.updatedMs - other.updatedMs;
}

/** Orders texts by their code units, as databases do. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
