import type { ItemId } from '../../../shared/ids.ts';
import type { Guard } from '../../journal/records/guards.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { itemOf, addHistory } from '../context/mirror-context.ts';

/**
 * Carries out a person's answer to a guard. `keep`: what was removed locally is downloaded again; what was removed at
 * the service stays local and is not sent until it is edited; what vanished there unexplained is sent again as new.
 * `remove`: the next pass carries out the removals, through the trash.
 */
export function answerGuard(context: MirrorContext, guard: Guard, answer: 'keep' | 'remove'): void {
  const { journal } = context;
  journal.transaction(() => {
    if (answer === 'remove') return journal.guards.answer(guard.id, 'remove');
    const keep = guard.direction === 'here' ? bringBack : isSentAgain(context, guard) ? asNew : keepLocalCopy;
    for (const id of guard.items) keep(context, id);
    journal.guards.close(guard.id);
  });
}

function isSentAgain({ mirror }: MirrorContext, { reason }: Guard): boolean {
  return reason === 'unexplained' && mirror.mode === 'two-way';
}

/** Without a base it counts as local only, and is sent. */
function asNew(context: MirrorContext, id: ItemId): void {
  const item = itemOf(context, id);
  if (item === null || item.local === null || item.remote !== null) return;
  context.journal.items.setBase(id, null);
  addHistory(context, { item: id, verb: 'kept', cause: 'gone at the service without a trace; sent again' });
}

/** Undoes a local removal that was not carried out: the service's version is downloaded again. */
export function bringBack(context: MirrorContext, id: ItemId): void {
  const item = itemOf(context, id);
  if (item === null || item.local !== null) return;
  context.journal.items.setBase(id, null);
  context.journal.missing.clear(id, 'local');
}

function keepLocalCopy(context: MirrorContext, id: ItemId): void {
  const item = itemOf(context, id);
  if (item === null || item.local === null) return;
  context.journal.items.setBase(id, null);
  context.journal.items.setRemote(id, 'absent', null);
  context.journal.items.setLocalOnly(id, item.kind === 'folder' ? 'folder' : item.local.sha256);
  context.journal.missing.clear(id, 'remote');
  addHistory(context, { item: id, verb: 'kept', cause: 'removed at the service, kept here only' });
}
