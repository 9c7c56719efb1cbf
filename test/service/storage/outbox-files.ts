import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Mail, Outbox } from '../rules/ground/outbox.ts';

/** The mail of the service as files, one each, named so that they sort by time. */
export class OutboxFiles implements Outbox {
  readonly #folder: string;
  #count = 0;

  /** The folder is made when missing; only its owner may look into it, because codes stand there. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  put(mail: Mail): void {
    // The count keeps the order of mails of one millisecond.
    const count = String((this.#count += 1)).padStart(6, '0');
    const name = `${mail.sentAt.replaceAll(':', '.')}-${count}-${mail.kind}.json`;
    writeFileSync(join(this.#folder, name), `${JSON.stringify(mail, null, 2)}\n`, { mode: 0o600 });
  }

  mails(): readonly Mail[] {
    const newest = this.#names().toReversed();
    // What lies in the folder was written by `put`.
    return newest.map(name => JSON.parse(readFileSync(join(this.#folder, name), 'utf8')) as Mail);
  }

  #names(): string[] {
    return readdirSync(this.#folder)
      .filter(name => name.endsWith('.json'))
      .toSorted();
  }
}
