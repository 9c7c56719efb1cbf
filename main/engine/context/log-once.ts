import type { LogFields } from '../../ports/log.ts';

/**
 * At this many entries the memory is cleared and everything may be logged once more, so that it never grows without
 * bound.
 */
const MOST = 10_000;

/** Logs once what every pass meets again: until the fields differ, or the condition had ended in between. */
export class LogOnce {
  readonly #logged = new Map<string, string>();

  /** @param subject a unique key for what the line is about. */
  log(subject: string, fields: LogFields, log: (fields: LogFields) => void): void {
    const words = JSON.stringify(fields);
    if (this.#logged.get(subject) === words) return;
    if (this.#logged.size >= MOST) this.#logged.clear();
    this.#logged.set(subject, words);
    log(fields);
  }

  /** The condition ended: when it comes back, it is logged again. */
  end(subject: string): void {
    this.#logged.delete(subject);
  }
}
