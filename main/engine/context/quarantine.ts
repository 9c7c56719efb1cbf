import { FaultError, POLICY, toFault } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { isOfWholeJournal } from '../../journal/storage/database.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import { itemOf } from './mirror-context.ts';
import type { MirrorContext } from './mirror-context.ts';
import { PausedDuringPass } from '../limits/pauses.ts';
import { recordProblem } from './retry.ts';

/**
 * @throws the same error again when it concerns more than one item: the account, the mirror, the disk, all records, or
 * a pause.
 */
export function mustConcernOne(error: unknown): void {
  const isWider = error instanceof FaultError && POLICY[error.fault.kind].stops !== 'item';
  if (isWider || error instanceof PausedDuringPass || isOfWholeJournal(error)) throw error;
}

/**
 * Records the error as the item's problem, and lets no further step begin for the item in this pass, even where the
 * problem could not be recorded.
 * @throws what concerns more than this item.
 */
export function quarantine(context: MirrorContext, id: ItemId, error: unknown): void {
  mustConcernOne(error);
  context.quarantined.add(id);
  const fault = toFault(error);
  const fields = { item: id, fault: fault.kind, detail: fault.kind === 'bug' ? fault.detail : undefined };
  context.logOnce.log(`item ${id}`, fields, once =>
    context.world.log[fault.kind === 'bug' ? 'error' : 'info']('item.quarantined', once),
  );
  recordSafely(context, id, () => {
    const item = itemOf(context, id);
    if (item !== null) recordProblem(context, item, { fault, isMove: false });
  });
}

/** Records something beside the work on an item. An error ends neither that work nor the work on others. */
export function recordSafely(context: MirrorContext, id: ItemId, record: () => void): void {
  try {
    record();
  } catch (error) {
    mustConcernOne(error);
    context.quarantined.add(id);
    const detail = error instanceof Error ? error.message : String(error);
    context.logOnce.log(`item ${id} unrecorded`, { item: id, detail }, once =>
      context.world.log.error('item.unrecorded', once),
    );
  }
}

/** Ends an item's quarantine for a bug: the step that was begun has completed. */
export function endQuarantine(context: MirrorContext, id: ItemId): void {
  const { journal, mirror } = context;
  context.logOnce.end(`item ${id}`);
  if (journal.problems.get(mirror.id, subjectOf(id))?.fault.kind === 'bug')
    journal.problems.clear(mirror.id, subjectOf(id));
}
