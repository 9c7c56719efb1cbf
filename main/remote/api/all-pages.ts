import { FaultError } from '../../../shared/fault.ts';

/** Pages of a list that ends; more are a mistake of the service. */
const MOST_PAGES = 10_000;

/** One page of a list; `totalCount` as the service says it, if it does. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly hasNextPage: boolean;
  readonly totalCount: number | null;
}

/**
 * A list over all its pages, in the service's order; what moves from one page to another counts once. Complete, or it throws: a
 * list that shrinks while it is read, or promises more and shows nothing new, is not complete.
 * @param pageOf asks for one page, counted from 1. @throws FaultError.
 */
export async function allPages<T extends { readonly id: string }>(
  pageOf: (page: number) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const found = new Map<string, T>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { items, hasNextPage, totalCount } = await pageOf(page);
    const before = found.size;
    for (const item of items) found.set(item.id, item);
    if (hasNextPage && found.size === before) throw incompleteList(found.size, found.size + 1);
    if (hasNextPage) continue;
    if (totalCount !== null && totalCount > found.size) throw incompleteList(found.size, totalCount);
    return [...found.values()];
  }
  throw incompleteList(found.size, found.size + 1);
}

/** A list that ended before all that was promised came. */
function incompleteList(got: number, of: number): FaultError {
  return new FaultError({ kind: 'failing', status: 200, messages: [`Only ${got} of ${of} files were listed.`] });
}
