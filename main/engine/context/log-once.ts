import type { LogFields } from '../../ports/log.ts';

/**
 * At this many entries the memory is cleared and everything may be logged once more, so that it never grows without
 * bound.
 */
const MOST = 10_000;

/** Logs once what every pass meets again: until the fields differ, or the condition had ended in between. */
export class LogOnce {
  readonly #said = new Map<string, string>();

  /** @param subject a unique key for what the line is about. */
  say(subject: string, fields: LogFields, log: (fields: LogFields) => void): void {
    const words = JSON.stringify(fields);
    if (this.#said.get(subject) === words) return;
    if (this.#said.size >= MOST) this.#said.clear();
    this.#said.set(subject, words);
    log(fields);
  }

  /** The condition ended: when it comes back, it is logged again. */
  over(subject: string): void {
    this.#said.delete(subject);
  }
}
