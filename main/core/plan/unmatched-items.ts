import type { ItemOutcome } from './item-outcomes.ts';
import type { Item } from '../item.ts';

/** Whether something is on this computer alone, and nothing was ever agreed about it. */
export function isNewLocal({ item, decision }: ItemOutcome): boolean {
  return item.local !== null && item.remote === null && item.base === null && decision !== 'frozen';
}

/** Something new here that cannot be read yet: only its content tells whether it is the same item. */
export function isUnreadNew({ item, decision }: ItemOutcome): boolean {
  return item.base === null && decision === 'frozen';
}

/** Whether something is at the service alone, and nothing was ever agreed about it. */
export function isNewRemote({ item, decision }: ItemOutcome): boolean {
  return item.remote !== null && item.local === null && item.base === null && decision !== 'frozen';
}

/** Whether the service has never had it; also when nobody knows it at all. */
export function isUnsent(item: Item | undefined): boolean {
  return item === undefined || (item.base === null && item.remote === null);
}
