import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { troubleLine } from '../../../shared/features/attention/troubles-text.ts';
import { contentsOf } from '../../core/plan/item-outcomes.ts';
import { localChange, remoteChange } from '../../core/plan/content-decisions.ts';
import type { Item } from '../../core/item.ts';
import type { Problem } from '../../journal/records/problems.ts';

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

/** Why an item is stuck, in the words of every list: for an edit that may not be sent, also what the person can do with it. */
export function stuckText({ fault, path, subject }: Problem, item: Item | undefined): string {
  const hasUnsent = item !== undefined && hasUnsentBytes(item);
  return troubleLine(fault, { path, isMirror: false, hasUnsent, id: subject });
}
