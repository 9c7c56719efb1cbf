import { FaultError, POLICY, toFault } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { isOfWholeJournal } from '../../journal/storage/database.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import { itemOf } from './mirror-context.ts';
import type { MirrorContext } from './mirror-context.ts';
import { PausedDuringPass } from './pauses.ts';
import { setAside } from './retry.ts';

/** @throws the same again when it concerns more than one item: the account, the mirror, the disk, all records, or a pause. */
export function mustConcernOne(error: unknown): void {
  const isWider = error instanceof FaultError && POLICY[error.fault.kind].stops !== 'item';
  if (isWider || error instanceof PausedDuringPass || isOfWholeJournal(error)) throw error;
}

/**
 * Sets one item aside with what was thrown for it, and lets nothing more be begun for it in this pass, even where the
 * problem itself could not be recorded.
 * @throws what concerns more than this item.
 */
export function quarantine(context: MirrorContext, id: ItemId, error: unknown): void {
  mustConcernOne(error);
  context.quarantined.add(id);
  const fault = toFault(error);
  const fields = { item: id, fault: fault.kind, detail: fault.kind === 'bug' ? fault.detail : undefined };
  context.said.say(`item ${id}`, fields, said =>
    context.world.log[fault.kind === 'bug' ? 'error' : 'info']('item.quarantined', said),
  );
  tried(context, id, () => {
    const item = itemOf(context, id);
    if (item !== null) setAside(context, item, { fault, isMove: false });
  });
}

/** Records something beside the work on an item. What it throws ends neither that work nor that on others. */
export function tried(context: MirrorContext, id: ItemId, record: () => void): void {
  try {
    record();
  } catch (error) {
    mustConcernOne(error);
    context.quarantined.add(id);
    const detail = error instanceof Error ? error.message : String(error);
    context.said.say(`item ${id} unrecorded`, { item: id, detail }, said =>
      context.world.log.error('item.unrecorded', said),
    );
  }
}

/** Forgets that an item was quarantined for a mistake of ours: what was begun for it came to its end. */
export function release(context: MirrorContext, id: ItemId): void {
  const { journal, mirror } = context;
  context.said.over(`item ${id}`);
  if (journal.problems.get(mirror.id, subjectOf(id))?.fault.kind === 'bug')
    journal.problems.clear(mirror.id, subjectOf(id));
}
