import type { Mail, Outbox } from '../../service/rules/ground/outbox.ts';

/** The service's mail in memory. */
export class MemoryOutbox implements Outbox {
  readonly #mails: Mail[] = [];

  put(mail: Mail): void {
    this.#mails.unshift(mail);
  }

  mails(): readonly Mail[] {
    return this.#mails;
  }
}
