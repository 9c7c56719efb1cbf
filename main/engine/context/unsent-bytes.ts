import type { Fault } from '../../../shared/fault.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { problemTexts } from '../../../shared/features/attention/problems-text.ts';
import { contentsOf } from '../../core/plan/item-outcomes.ts';
import { localChange, remoteChange } from '../../core/plan/content-decisions.ts';
import type { Item } from '../../core/item.ts';

/** Whether this computer has content of a file that the service was never known to have. */
export function hasUnsentBytes(item: Item): boolean {
  const { base, kind, local, localPresence, remote } = item;
  if (kind !== 'file' || local === null || localPresence !== 'present' || local.sha256 === null) return false;
  return local.sha256 !== base?.sha256 && local.sha256 !== remote?.sha256;
}

/** Whether an edit stays local because the mirror only receives: no fault, but people must see it (P34). */
export function isEditOfReceived(item: Item, mode: MirrorMode): boolean {
  if (mode !== 'download' || item.base === null || !hasUnsentBytes(item)) return false;
  const contents = contentsOf(item);
  return localChange(contents) === 'edited' && ['same', 'moved'].includes(remoteChange(contents));
}

/** Why an item is stuck, in words: for an edit that may not be sent, also what the person can do with it. */
export function stuckText(fault: Fault, subject: string, item: Item | undefined): string {
  if (fault.kind !== 'not-allowed' || item === undefined || !hasUnsentBytes(item)) return faultLine(fault);
  return problemTexts.notSent(subject, fault.messages);
}
