import type { SETTINGS } from '../../../shared/features/settings/settings-table.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Power, PowerFacts } from '../../ports/power.ts';

/** What a person wants on a battery, or on a connection that costs by the byte. */
export type Manner = keyof typeof SETTINGS.onBattery.choices;

/** Why everything is paused or slow without anybody having said so just now. */
export type PowerCause = 'battery' | 'metered';

/** Slow: transfers in each direction, in bytes a second. */
export const SLOW_BYTES_PER_SECOND = 200_000;

const KNOWN = 'power';
const NAMES = { battery: 'setting.onBattery', metered: 'setting.onMetered' } as const;
const CAUSES: readonly PowerCause[] = ['metered', 'battery'];

/** Which of the two holds now and has this consequence; null when none has. */
export function powerCause(facts: Facts, manner: Exclude<Manner, 'go-on'>): PowerCause | null {
  const known = (facts.get(KNOWN) ?? '').split(' ');
  return CAUSES.find(cause => known.includes(cause) && facts.get(NAMES[cause]) === manner) ?? null;
}

/** Learns what the computer runs on: from its own edge where there is one, and from whoever tells. Words win. */
export class PowerWatch {
  readonly #facts: Facts;
  readonly #power: Power | null;
  #told: PowerFacts = { onBattery: null, metered: null };

  constructor(facts: Facts, power: Power | null) {
    this.#facts = facts;
    this.#power = power;
    // What was so before this start says nothing about now.
    if (facts.get(KNOWN) !== null) facts.set(KNOWN, null);
  }

  /** Somebody who knows tells it, the desktop's shell for instance; null: not known, then our own edge counts. */
  async tell(told: PowerFacts): Promise<void> {
    this.#told = told;
    await this.look();
  }

  /** Looks again. Returns whether anything is another way than before. */
  async look(): Promise<boolean> {
    if (!this.#isAsked) return this.#record({ onBattery: null, metered: null });
    const read = (await this.#power?.read()) ?? { onBattery: null, metered: null };
    return this.#record(read);
  }

  /** Whether a rule depends on it: then it is looked at often. */
  get #isAsked(): boolean {
    return CAUSES.some(cause => (this.#facts.get(NAMES[cause]) ?? 'go-on') !== 'go-on');
  }

  #record(read: PowerFacts): boolean {
    const words = [
      ...((this.#told.onBattery ?? read.onBattery) === true ? ['battery'] : []),
      ...((this.#told.metered ?? read.metered) === true ? ['metered'] : []),
    ].join(' ');
    const before = this.#facts.get(KNOWN) ?? '';
    if (before === words) return false;
    this.#facts.set(KNOWN, words === '' ? null : words);
    return true;
  }
}
