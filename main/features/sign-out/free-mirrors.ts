import { FaultError, POLICY } from '../../../shared/fault.ts';
import type { FreedSome } from '../../../shared/features/sign-out/model.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { Item } from '../../core/item.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { freeFile, knownRefusal } from '../../engine/act/free-space.ts';
import type { Freed } from '../../engine/act/free-space.ts';
import { pause, pauseOf } from '../../engine/context/pauses.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { AppContext } from '../../items/app-context.ts';

/** So many files in one round: a few seconds, then a window can tell how far it is and a person can stop. */
const MOST_IN_ONE_ROUND = 400;
/** Files that are compared with the service at the same time. */
const AT_ONCE = 8;

/** Longer than a round takes; when nobody asks for a further one, the mirrors go on by themselves after this. */
const HOLD_MS = 2 * MINUTE;

/** Has the pass at hand end at its next step, and nothing new come in while the rest goes. A person's longer pause stays. */
export function holdStill({ journal, world, changed }: AppContext): void {
  const now = world.clock.now();
  for (const { id } of goneThrough(journal.mirrors.all())) {
    const held = pauseOf(journal.facts, id, now);
    const isLonger = held !== null && (held.until === null || held.until >= now + HOLD_MS);
    if (!isLonger) pause(journal.facts, id, { until: now + HOLD_MS });
  }
  changed();
}

interface Candidate {
  readonly mirror: Mirror;
  readonly item: Item;
}

/** What came of one file. `error`: the disk, the folder or the service refused just this one. */
type Outcome = Freed | { readonly error: FaultError };

/**
 * Lets the bytes of some files go here, in the order of their ids, through the one path that does this (L23). To be called
 * exclusively. @throws FaultError when the service does not answer; what was freed until then is recorded as such.
 */
export async function freeSome(parts: AppContext, after: number | null): Promise<FreedSome> {
  const all = candidates(parts, after ?? 0);
  const round = all.slice(0, MOST_IN_ONE_ROUND);
  const outcomes: Outcome[] = [];
  try {
    for (let start = 0; start < round.length; start += AT_ONCE)
      for (const each of await freeTogether(parts, round.slice(start, start + AT_ONCE))) outcomes.push(each);
  } finally {
    parts.changed();
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

/** One file that fails stays; a service that fails for each of them is to be asked later. @throws FaultError `failing`. */
function mustNotAllFail(outcomes: readonly Outcome[]): void {
  const failing = outcomes.flatMap(outcome => ('error' in outcome ? [outcome.error] : []));
  const [first] = failing.filter(({ fault }) => fault.kind === 'failing');
  if (first !== undefined && failing.length === outcomes.length) throw first;
}

function goneThrough(mirrors: readonly Mirror[]): readonly Mirror[] {
  return mirrors.filter(({ halted }) => halted === null);
}

/** The next files that the records do not speak against, one more than a round takes. Only those are looked at closely. */
function candidates({ journal }: AppContext, after: number): readonly Candidate[] {
  const files = goneThrough(journal.mirrors.all()).flatMap(mirror => {
    const ignoring = ignoringOf(journal, mirror);
    return [...journal.items.tree(mirror.id, mirror.rootItem).items.values()]
      .filter(({ kind, local, id }) => kind === 'file' && local !== null && id > after)
      .map(item => ({ mirror, item, ignoring }));
  });
  const found: Candidate[] = [];
  for (const { mirror, item, ignoring } of files.toSorted((one, other) => one.item.id - other.item.id)) {
    if (knownRefusal(journal, item) !== null || ignoring.ignores(journal.pathOf(item.id), 'file')) continue;
    if (found.push({ mirror, item }) > MOST_IN_ONE_ROUND) break;
  }
  return found;
}

/** All of them come to an end, also when the service goes away. */
async function freeTogether(parts: AppContext, candidates: readonly Candidate[]): Promise<readonly Outcome[]> {
  const settled = await Promise.allSettled(candidates.map(each => freeOne(parts, each)));
  return settled.map(each => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

async function freeOne(parts: AppContext, { mirror, item }: Candidate): Promise<Outcome> {
  const context: MirrorContext = await parts.engine.context(mirror);
  try {
    return await freeFile(context, item.id);
  } catch (error) {
    if (!(error instanceof FaultError) || POLICY[error.fault.kind].stops === 'account') throw error;
    parts.world.log.info('leaving.kept', { mirror: mirror.id, fault: error.fault.kind });
    return { error };
  }
}
