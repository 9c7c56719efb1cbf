import type { ItemOutcome } from './item-outcomes.ts';
import type { Item } from '../item.ts';

/** Whether an item is only on this computer and has no base: it is new here. */
export function isNewLocal({ item, decision }: ItemOutcome): boolean {
  return item.local !== null && item.remote === null && item.base === null && decision !== 'frozen';
}

/** A new local item that cannot be read yet. Only its content will tell whether a remote item is the same. */
export function isUnreadNew({ item, decision }: ItemOutcome): boolean {
  return item.base === null && decision === 'frozen';
}

/** Whether an item is only at the service and has no base: it is new there. */
export function isNewRemote({ item, decision }: ItemOutcome): boolean {
  return item.remote !== null && item.local === null && item.base === null && decision !== 'frozen';
}

/** Whether the service never had the item; true also for an unknown item. */
export function isUnsent(item: Item | undefined): boolean {
  return item === undefined || (item.base === null && item.remote === null);
}
