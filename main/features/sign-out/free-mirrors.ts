import { FaultError, POLICY } from '../../../shared/fault.ts';
import type { FreeingRound } from '../../../shared/features/sign-out/model.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { Item } from '../../core/item.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { dehydrateFile, recordedRefusal } from '../../local/act/free-space.ts';
import type { Dehydrated } from '../../local/act/free-space.ts';
import { pauseMirror, pauseOf } from '../../engine/limits/pauses.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Files per round: a few seconds, so that a window can show progress and a person can stop. */
const MOST_IN_ONE_ROUND = 400;
/** Files compared with the service at the same time. */
const AT_ONCE = 8;

/** Longer than a round takes. If no further round is requested, the mirrors resume after this time. */
const HOLD_MS = 2 * MINUTE;

/**
 * Ends the current pass at its next step and pauses downloads while files are freed. A longer pause set by a person
 * stays.
 */
export function pauseDownloads({ journal, world, changed }: AppContext): void {
  const now = world.clock.now();
  for (const { id } of goneThrough(journal.mirrors.all())) {
    const held = pauseOf(journal.facts, id, now);
    const isLonger = held !== null && (held.until === null || held.until >= now + HOLD_MS);
    if (!isLonger) pauseMirror(journal.facts, id, { until: now + HOLD_MS });
  }
  changed();
}

interface Candidate {
  readonly mirror: Mirror;
  readonly item: Item;
}

/** Result of one file. `error`: refused by the disk, the folder or the service for this file alone. */
type Outcome = Dehydrated | { readonly error: FaultError };

/**
 * Frees the local bytes of some files in id order, through the only function that does so (L23). To be called
 * exclusively. @throws FaultError when the service does not answer; files freed by then are recorded.
 */
export async function freeSome(context: AppContext, after: number | null): Promise<FreeingRound> {
  const all = candidates(context, after ?? 0);
  const round = all.slice(0, MOST_IN_ONE_ROUND);
  const outcomes: Outcome[] = [];
  try {
    for (let start = 0; start < round.length; start += AT_ONCE)
      for (const each of await freeTogether(context, round.slice(start, start + AT_ONCE))) outcomes.push(each);
  } finally {
    context.changed();
  }
  mustNotAllFail(outcomes);
  const freed = outcomes.flatMap(outcome => ('bytes' in outcome ? [outcome.bytes] : []));
  return {
    files: freed.length,
    sizeBytes: freed.reduce((sum, bytes) => sum + bytes, 0),
    kept: outcomes.length - freed.length,
    after: all.length > round.length ? (round.at(-1)?.item.id ?? null) : null,
  };
}

/**
 * One failing file is kept; if all fail, the service is the cause and is to be asked later. @throws FaultError
 * `failing`.
 */
function mustNotAllFail(outcomes: readonly Outcome[]): void {
  const failing = outcomes.flatMap(outcome => ('error' in outcome ? [outcome.error] : []));
  const [first] = failing.filter(({ fault }) => fault.kind === 'failing');
  if (first !== undefined && failing.length === outcomes.length) throw first;
}

function goneThrough(mirrors: readonly Mirror[]): readonly Mirror[] {
  return mirrors.filter(({ halted }) => halted === null);
}

/** The next files that can be freed according to the records, one more than a round takes. */
function candidates({ journal }: AppContext, after: number): readonly Candidate[] {
  const files = goneThrough(journal.mirrors.all()).flatMap(mirror => {
    const ignoring = ignoringOf(journal, mirror);
    return [...journal.items.tree(mirror.id, mirror.rootItem).items.values()]
      .filter(({ kind, local, id }) => kind === 'file' && local !== null && id > after)
      .map(item => ({ mirror, item, ignoring }));
  });
  const found: Candidate[] = [];
  for (const { mirror, item, ignoring } of files.toSorted((one, other) => one.item.id - other.item.id)) {
    if (recordedRefusal(journal, item) !== null || ignoring.ignores(journal.pathOf(item.id), 'file')) continue;
    if (found.push({ mirror, item }) > MOST_IN_ONE_ROUND) break;
  }
  return found;
}

/** Waits for all of them, even if the service fails. */
async function freeTogether(context: AppContext, candidates: readonly Candidate[]): Promise<readonly Outcome[]> {
  const settled = await Promise.allSettled(candidates.map(each => freeOne(context, each)));
  return settled.map(each => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

async function freeOne(context: AppContext, { mirror, item }: Candidate): Promise<Outcome> {
  const mirrorContext: MirrorContext = await context.engine.context(mirror);
  try {
    return await dehydrateFile(mirrorContext, item.id);
  } catch (error) {
    if (!(error instanceof FaultError) || POLICY[error.fault.kind].stops === 'account') throw error;
    context.world.log.info('leaving.kept', { mirror: mirror.id, fault: error.fault.kind });
    return { error };
  }
}
