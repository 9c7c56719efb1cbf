import type { SETTINGS } from '../../../shared/features/settings/settings-table.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Power, PowerFacts } from '../../ports/power.ts';

/** What a person wants while on battery or on a metered connection. */
export type PowerSetting = keyof typeof SETTINGS.onBattery.choices;

/** Why all mirrors are paused or slow although no person has just said so. */
export type PowerCause = 'battery' | 'metered';

/** The limit of each direction when slow, in bytes a second. */
export const SLOW_BYTES_PER_SECOND = 200_000;

const KNOWN = 'power';
const NAMES = { battery: 'setting.onBattery', metered: 'setting.onMetered' } as const;
const CAUSES: readonly PowerCause[] = ['metered', 'battery'];

/** Which of the two holds now and has this consequence; null when none has. */
export function powerCause(facts: Facts, manner: Exclude<PowerSetting, 'go-on'>): PowerCause | null {
  const known = (facts.get(KNOWN) ?? '').split(' ');
  return CAUSES.find(cause => known.includes(cause) && facts.get(NAMES[cause]) === manner) ?? null;
}

/**
 * Keeps the computer's power state: from the power port where there is one, and from other reporters, which take
 * precedence.
 */
export class PowerWatch {
  readonly #facts: Facts;
  readonly #power: Power | null;
  #reported: PowerFacts = { onBattery: null, metered: null };

  constructor(facts: Facts, power: Power | null) {
    this.#facts = facts;
    this.#power = power;
    // The state before this start says nothing about now.
    if (facts.get(KNOWN) !== null) facts.set(KNOWN, null);
  }

  /** A reporter, such as the desktop's shell, gives the state; null: unknown, then the power port counts. */
  async report(reported: PowerFacts): Promise<void> {
    this.#reported = reported;
    await this.read();
  }

  /** Reads the state again. @returns whether it changed. */
  async read(): Promise<boolean> {
    if (!this.#isAsked) return this.#record({ onBattery: null, metered: null });
    const read = (await this.#power?.read()) ?? { onBattery: null, metered: null };
    return this.#record(read);
  }

  /** Whether a setting depends on the state: then it is read often. */
  get #isAsked(): boolean {
    return CAUSES.some(cause => (this.#facts.get(NAMES[cause]) ?? 'go-on') !== 'go-on');
  }

  #record(read: PowerFacts): boolean {
    const words = [
      ...((this.#reported.onBattery ?? read.onBattery) === true ? ['battery'] : []),
      ...((this.#reported.metered ?? read.metered) === true ? ['metered'] : []),
    ].join(' ');
    const before = this.#facts.get(KNOWN) ?? '';
    if (before === words) return false;
    this.#facts.set(KNOWN, words === '' ? null : words);
    return true;
  }
}
