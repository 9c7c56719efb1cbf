import { SECOND } from '../../../../shared/units.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { faultIn, section } from '../../../state/reading/section.ts';
import { showToast, tellFault } from '../../../state/toast.ts';

/** The list of what waits is planned again for every reading; while files move, one reading in this time is enough. */
const APART_MS = 2 * SECOND;
/** The checks that are listed. */
const MOST_CHECKS = 200;

/** Everything that is not done yet, as it was read last. */
export const waiting = section(() => engine.call('activity.waiting', null));

/** Takes back a removal that was made here and waits: the thing comes again from the service. */
export async function takeBack(item: string): Promise<void> {
  const fault = await faultIn(async () => showToast((await engine.call('activity.undo', { id: `held:${item}` })).text));
  if (fault !== null) tellFault(fault);
  await waiting.read();
}

/** When everything was looked at, newest first. */
export const checks = section(() => engine.call('activity.checks', { before: null, limit: MOST_CHECKS }));

/** What one list needs to be read again and again while it is on show. */
class Reading {
  readonly #read: () => Promise<void>;
  #watchers = 0;
  #state: 'rest' | 'busy' | 'again' = 'rest';

  constructor(read: () => Promise<void>) {
    this.#read = read;
    engine.on('sync.status', () => this.wake());
    onConnected(() => this.wake());
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
export const watchWaiting = new Reading(waiting.read).watch;

/** Reads the checks, likewise. */
export const watchChecks = new Reading(checks.read).watch;
