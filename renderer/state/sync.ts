import { create } from 'zustand';

import type { Fault } from '../../shared/fault.ts';
import { engine } from './engine.ts';
import { faultIn, readUnreached } from './reading/section.ts';
import { topicStore } from './reading/topic-store.ts';

/** How the whole engine is doing. */
export const useSyncStatus = topicStore('sync.status');

/** Calls `then` when the service answers again after it could not be reached. */
export function onServiceBack(then: () => void): void {
  useSyncStatus.subscribe(({ value }, before) => {
    if (before.value?.state === 'offline' && value?.state !== 'offline') then();
  });
}

// A sentence that the service cannot be reached must not stay on a screen when it can be.
onServiceBack(readUnreached);

/** Transfers under way. */
export const useTransfers = topicStore('sync.transfers');

/** What went wrong with the last thing that was asked of the engine here; null when it went well. */
export const useSyncFault = create<{ readonly fault: Fault | null }>(() => ({ fault: null }));

/** Asks the engine to look at both sides now. */
export function checkNow(): Promise<void> {
  return asked(() => engine.call('sync.checkNow', null));
}

/** Pauses, or resumes when it is paused. */
export function pauseOrResume(): Promise<void> {
  const isPaused = useSyncStatus.getState().value?.state === 'paused';
  return asked(() => engine.call(isPaused ? 'sync.resume' : 'sync.pause', null));
}

/** Pauses one mirror, or with null all of them, until a moment or with null until it is resumed. */
export function pause(mirror: string | null, untilMs: number | null): Promise<void> {
  return asked(() => engine.call('sync.pause', { mirror, untilMs }));
}

/** Ends the pause of one mirror, or with null of everything. */
export function resume(mirror: string | null): Promise<void> {
  return asked(() => engine.call('sync.resume', mirror === null ? null : { mirror }));
}

/** Puts away what went wrong. */
export function forgetSyncFault(): void {
  useSyncFault.setState({ fault: null });
}

async function asked(call: () => Promise<unknown>): Promise<void> {
  useSyncFault.setState({ fault: await faultIn(call) });
}
