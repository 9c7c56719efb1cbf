import { FaultError } from '../../../../shared/fault.ts';
import type { Standing } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import { calls } from '../../../remote/api/calls.ts';
import type { ActiveOrganization } from '../../../items/current-organization.ts';
import { orNull } from '../../../items/or-null.ts';

/** Largest page the service gives. */
export const PAGE_SIZE = 100;
/** Pages followed at most, for lists that never end. */
const MOST_PAGES = 1000;

/** What the service offers, or why it does not. */
export type Offered<T> =
  | { readonly standing: 'there'; readonly answer: T }
  | { readonly standing: Exclude<Standing, 'there'>; readonly answer: null };

/** Requests something a service need not offer. */
export async function askIfOffered<T>(ask: () => Promise<T>): Promise<Offered<T>> {
  try {
    return { standing: 'there', answer: await ask() };
  } catch (error) {
    // A method that a path does not support is answered with 401 or 405.
    const isAbsent = isFault(error, 'gone') || [401, 405].includes(statusOf(error) ?? 0);
    if (isAbsent) return { standing: 'absent', answer: null };
    if (isFault(error, 'not-allowed', 'scope')) return { standing: 'not-allowed', answer: null };
    throw error;
  }
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof FaultError)) return null;
  const { fault } = error;
  if (fault.kind === 'failing') return fault.page === undefined ? fault.status : null;
  return fault.kind === 'refused' ? fault.status : null;
}

/** A page as the service tells it; all fields but its items are optional. */
interface Page<T> {
  readonly items: readonly T[];
  readonly hasNextPage?: boolean | null;
  readonly totalPages?: number | null;
}

/** The number of the next page; null: there is none. */
export function nextPage(page: number, { items, hasNextPage, totalPages }: Page<unknown>): number | null {
  const hasNext = hasNextPage ?? (totalPages ?? 0) > page;
  return hasNext && items.length > 0 ? page + 1 : null;
}

/** The first result of `look` over all pages. @throws FaultError `failing` for a list without end. */
export async function findIn<T, F>(
  ask: (page: number) => Promise<Page<T>>,
  look: (item: T) => F | undefined,
): Promise<F | null> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await ask(page);
    for (const item of answer.items) {
      const found = look(item);
      if (found !== undefined) return found;
    }
    if (nextPage(page, answer) === null) return null;
  }
  throw new FaultError({ kind: 'failing', status: 200, messages: [texts.listEnds] });
}

/** Names of the organization's people by number; empty if they may not be read. */
export async function namesHere({ id, line }: ActiveOrganization): Promise<ReadonlyMap<number, string>> {
  const all = (await orNull(calls.listMembers(line, { path: { organizationId: id } }))) ?? [];
  return new Map(
    all.flatMap(({ userId, displayName, email }): [number, string][] => {
      const name = displayName ?? email;
      return typeof userId === 'number' && name ? [[userId, name]] : [];
    }),
  );
}
