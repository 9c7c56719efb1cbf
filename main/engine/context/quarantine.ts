import { FaultError, POLICY, toFault } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { isOfWholeJournal } from '../../journal/storage/database.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import { itemOf } from './mirror-context.ts';
import type { Bench } from './mirror-context.ts';
import { PausedMeanwhile } from './pauses.ts';
import { setAside } from './retry.ts';

/** @throws the same again when it concerns more than one item: the account, the mirror, the disk, all records, or a pause. */
export function mustConcernOne(error: unknown): void {
  const isWider = error instanceof FaultError && POLICY[error.fault.kind].stops !== 'item';
  if (isWider || error instanceof PausedMeanwhile || isOfWholeJournal(error)) throw error;
}

/**
 * Sets one item aside with what was thrown for it, and lets nothing more be begun for it in this pass, even where the
 * problem itself could not be recorded.
 * @throws what concerns more than this item.
 */
export function quarantine(bench: Bench, id: ItemId, error: unknown): void {
  mustConcernOne(error);
  bench.quarantined.add(id);
  const fault = toFault(error);
  const fields = { item: id, fault: fault.kind, detail: fault.kind === 'bug' ? fault.detail : undefined };
  bench.said.say(`item ${id}`, fields, said =>
    bench.world.log[fault.kind === 'bug' ? 'error' : 'info']('item.quarantined', said),
  );
  tried(bench, id, () => {
    const item = itemOf(bench, id);
    if (item !== null) setAside(bench, item, { fault, isMove: false });
  });
}

/** Records something beside the work on an item. What it throws ends neither that work nor that on others. */
export function tried(bench: Bench, id: ItemId, record: () => void): void {
  try {
    record();
  } catch (error) {
    mustConcernOne(error);
    bench.quarantined.add(id);
    const detail = error instanceof Error ? error.message : String(error);
    bench.said.say(`item ${id} unrecorded`, { item: id, detail }, said =>
      bench.world.log.error('item.unrecorded', said),
    );
  }
}

/** Forgets that an item was quarantined for a mistake of ours: what was begun for it came to its end. */
export function release(bench: Bench, id: ItemId): void {
  const { journal, mirror } = bench;
  bench.said.over(`item ${id}`);
  if (journal.problems.get(mirror.id, subjectOf(id))?.fault.kind === 'bug')
    journal.problems.clear(mirror.id, subjectOf(id));
}
