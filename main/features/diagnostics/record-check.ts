import type { HealthFix, HealthItem, HealthState } from '../../../shared/features/diagnostics/model.ts';
import { toFault } from '../../../shared/fault.ts';
import { healthTexts } from '../../../shared/features/diagnostics/text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { backupsOf, removeDatabase } from '../../journal/storage/backups.ts';
import { DamagedJournal, openDatabase } from '../../journal/storage/database.ts';
import type { Journal } from '../../journal/journal.ts';

/** The result of one check. */
export interface Finding {
  readonly state: HealthState;
  readonly text: string;
  readonly remedy?: string;
  readonly fix?: HealthFix;
}

/** An item of the health list. */
export function itemOf(id: string, title: string, { state, text, remedy, fix }: Finding, mirror?: string): HealthItem {
  return { id, mirror: mirror ?? null, state, title, text, remedy: remedy ?? null, fix: fix ?? null };
}

const texts = healthTexts.records;

/**
 * Checks a copy of the journal made through the open connection. The file itself is never opened a second time: if it
 * had just been deleted, opening would create an empty one in place of its backups.
 */
export class RecordCheck {
  readonly #journal: Journal;
  readonly #path: string;
  #running: Promise<Finding> | null = null;

  /** @param path of the journal, or `:memory:`. */
  constructor(journal: Journal, path: string) {
    this.#journal = journal;
    this.#path = path;
  }

  /** The result of the check at the start, without checking again. */
  atStart(): Finding {
    if (this.#path === ':memory:') return { state: 'pass', text: texts.memory };
    return { state: 'pass', text: `${texts.atStart} ${this.#backups()}` };
  }

  /** Checks the journal now; concurrent calls share one check. Never fails. */
  now(): Promise<Finding> {
    if (this.#path === ':memory:') return Promise.resolve(this.atStart());
    this.#running ??= this.#read().finally(() => (this.#running = null));
    return this.#running;
  }

  async #read(): Promise<Finding> {
    const copy = `${this.#path}.check`;
    try {
      removeDatabase(copy);
      await this.#journal.copyTo(copy);
      openDatabase(copy).close();
      return { state: 'pass', text: `${texts.whole} ${this.#backups()}` };
    } catch (error) {
      const words = faultLine(toFault(error));
      if (!(error instanceof DamagedJournal)) return { state: 'unknown', text: texts.unknown(words) };
      return { state: 'fail', text: texts.damaged, remedy: texts.remedy };
    } finally {
      this.#clear(copy);
    }
  }

  #clear(copy: string): void {
    try {
      removeDatabase(copy);
    } catch {
      // The next check removes the copy first.
    }
  }

  #backups(): string {
    return texts.backups(backupsOf(this.#path).length);
  }
}
