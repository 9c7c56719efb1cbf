import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { newReaders } from '../../core/audience.ts';
import type { Reader } from '../../core/audience.ts';
import type { Item } from '../../core/item.ts';
import type { Journal } from '../../journal/journal.ts';
import { isFault, localPath } from '../bench.ts';
import type { Bench } from '../bench.ts';

/** Who can reach which folder, asked once in a pass: many things move between the same two folders. */
const ASKED = new WeakMap<Bench, Map<ServiceId, Promise<readonly Reader[] | null>>>();

/**
 * Makes sure that a move at the service lets nobody new read the item, unless a person allowed that (I13, P24).
 * Costs one request for each of the two folders and pass; a rename costs none.
 * @throws FaultError `wider-audience`.
 */
export async function mustNotWiden(bench: Bench, item: Item, move: { from: ServiceId; to: ServiceId }): Promise<void> {
  if (move.from === move.to || isAllowed(bench.journal, item, move.to)) return;
  const [before, after] = await Promise.all([readersOf(bench, move.from), readersOf(bench, move.to)]);
  const readers = before === null || after === null ? null : newReaders(before, after);
  if (readers?.length === 0) return;
  const who = readers?.map(({ name }) => name) ?? null;
  throw new FaultError({ kind: 'wider-audience', path: localPath(bench, item.id), folder: move.to, who });
}

/** A person said that an item may go into a folder although more people can read it there. */
export function allowWider(journal: Pick<Journal, 'facts'>, item: Item['id'], folder: ServiceId): void {
  journal.facts.set(factOf(item), folder);
}

/** What was allowed is used up with the move. */
export function forgetAllowed(journal: Pick<Journal, 'facts'>, item: Item['id']): void {
  if (journal.facts.get(factOf(item)) !== null) journal.facts.set(factOf(item), null);
}

function isAllowed({ facts }: Pick<Journal, 'facts'>, { id }: Item, folder: ServiceId): boolean {
  return facts.get(factOf(id)) === folder;
}

function factOf(item: Item['id']): string {
  return `wider.${item}`;
}

/** Null when the service does not tell. */
function readersOf(bench: Bench, folder: ServiceId): Promise<readonly Reader[] | null> {
  const known = ASKED.get(bench) ?? new Map<ServiceId, Promise<readonly Reader[] | null>>();
  ASKED.set(bench, known);
  const asked = known.get(folder) ?? ask(bench, folder);
  known.set(folder, asked);
  return asked;
}

async function ask(bench: Bench, folder: ServiceId): Promise<readonly Reader[] | null> {
  try {
    return await bench.api.readers(folder);
  } catch (error) {
    if (isFault(error, 'not-allowed', 'scope', 'refused')) return null;
    throw error;
  }
}
