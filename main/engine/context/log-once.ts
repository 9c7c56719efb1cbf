import type { LogFields } from '../../ports/log.ts';

/** From so many on everything may be said once more, so that this never grows without end. */
const MOST = 10_000;

/** Lets the log say once what every pass meets again: until it is something else, or was over in between. */
export class LogOnce {
  readonly #said = new Map<string, string>();

  /** @param subject what it is about, in a word that nothing else has. */
  say(subject: string, fields: LogFields, log: (fields: LogFields) => void): void {
    const words = JSON.stringify(fields);
    if (this.#said.get(subject) === words) return;
    if (this.#said.size >= MOST) this.#said.clear();
    this.#said.set(subject, words);
    log(fields);
  }

  /** It is over: when it comes back, that is news. */
  over(subject: string): void {
    this.#said.delete(subject);
  }
}
