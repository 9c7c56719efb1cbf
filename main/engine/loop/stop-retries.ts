import { type Fault, POLICY } from '../../../shared/fault.ts';
import { backoffMs } from '../../core/policy/backoff.ts';
import type { World } from '../../ports/world.ts';

/** When a stopped account is tried again: with growing delays, until the service answers. */
export class StopRetries {
  readonly #world: Pick<World, 'clock' | 'random'>;
  #attempts = 0;

  constructor(world: Pick<World, 'clock' | 'random'>) {
    this.#world = world;
  }

  /** The service answered, or another reason ends the growing delays. */
  reset(): void {
    this.#attempts = 0;
  }

  /** In ms since the epoch; null: only a person can end the stop. */
  next(fault: Fault): number | null {
    if (POLICY[fault.kind].retry === 'never') return null;
    this.#attempts += 1;
    const { clock, random } = this.#world;
    const asked = fault.kind === 'busy' ? fault.retryAfterMs : null;
    return clock.now() + Math.max(asked ?? 0, backoffMs(this.#attempts, random.next()));
  }
}
