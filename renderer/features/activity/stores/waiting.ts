import { create } from 'zustand';

import { type Fault, toFault } from '../../../../shared/fault.ts';
import type { FullLookInfo, WaitingInfo } from '../../../../shared/features/activity/model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { engine, useConnection } from '../../../state/engine.ts';

/** Everything that is not done yet, as it was read last. */
export const useWaiting = create<{ readonly waiting: WaitingInfo | null; readonly fault: Fault | null }>(() => ({
  waiting: null,
  fault: null,
}));

/** When everything was looked at, newest first. */
export const useChecks = create<{ readonly checks: readonly FullLookInfo[] | null; readonly fault: Fault | null }>(
  () => ({ checks: null, fault: null }),
);

/** What waits is planned anew for every reading: while files move, now and then is enough. */
const APART_MS = 2 * SECOND;
/** As many as anybody reads. */
const MOST_CHECKS = 200;

/** What one list needs to be read again and again while it is on show. */
class Reading {
  readonly #read: () => Promise<void>;
  #watchers = 0;
  #state: 'rest' | 'busy' | 'again' = 'rest';

  constructor(read: () => Promise<void>) {
    this.#read = read;
    engine.on('sync.status', () => this.wake());
    useConnection.subscribe(({ connection }) => {
      if (connection.name === 'open') this.wake();
    });
  }

  /** @returns what ends it. */
  readonly watch = (): (() => void) => {
    this.#watchers += 1;
    this.wake();
    return () => void (this.#watchers -= 1);
  };

  wake(): void {
    if (this.#watchers === 0) return;
    if (this.#state !== 'rest') {
      this.#state = 'again';
      return;
    }
    this.#state = 'busy';
    void this.#run();
  }

  async #run(): Promise<void> {
    await this.#read();
    await new Promise(resolve => setTimeout(resolve, APART_MS));
    const isAgain = this.#isAgain();
    this.#state = 'rest';
    if (isAgain) this.wake();
  }

  #isAgain(): boolean {
    return this.#state === 'again';
  }
}

/** Reads what waits, and again whenever something happened. @returns what ends that. */
export const watchWaiting = new Reading(async () => {
  try {
    useWaiting.setState({ waiting: await engine.call('activity.waiting', null), fault: null });
  } catch (thrown) {
    useWaiting.setState({ fault: toFault(thrown) });
  }
}).watch;

/** Reads the checks, likewise. */
export const watchChecks = new Reading(async () => {
  try {
    const checks = await engine.call('activity.checks', { before: null, limit: MOST_CHECKS });
    useChecks.setState({ checks, fault: null });
  } catch (thrown) {
    useChecks.setState({ fault: toFault(thrown) });
  }
}).watch;
