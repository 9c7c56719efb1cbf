import { DAY, HOUR } from '../../../shared/units.ts';
import { backUp, shortenLog } from '../../journal/storage/backups.ts';
import type { Journal } from '../../journal/journal.ts';
import type { World } from '../../ports/world.ts';

/** When the last backup of the journal was made, in milliseconds since the epoch. */
const MADE = 'backup.made';
/** A backup that failed (a full disk, say) is tried again after this. */
const AFTER_FAILURE_MS = HOUR;

/** What the journal needs besides being written: a short log, and a backup a day. Also gives memory back. */
export class Upkeep {
  readonly #world: Pick<World, 'clock' | 'log' | 'machine'>;
  readonly #journal: Journal;
  readonly #path: string;
  #isRunning = false;
  #notBefore = 0;

  /** @param path of the journal's file; `:memory:` needs nothing. */
  constructor(world: Pick<World, 'clock' | 'log' | 'machine'>, journal: Journal, path: string) {
    this.#world = world;
    this.#journal = journal;
    this.#path = path;
  }

  /** Must be called when nothing is to be done. Never fails. */
  async atRest(): Promise<void> {
    if (this.#isDue() && this.#world.clock.elapsed() >= this.#notBefore) await this.#backUp(false);
    this.#safely(() => shortenLog(this.#journal, this.#path));
    this.#world.machine?.giveBackMemory();
  }

  /**
   * The set of mirrors changed: that must survive the journal, so it is backed up at once, besides the day's backup.
   * Never fails.
   */
  async mirrorsChanged(): Promise<void> {
    await this.#backUp(true);
  }

  #isDue(): boolean {
    const made = this.#journal.facts.get(MADE);
    return made === null || Math.abs(this.#world.clock.now() - Number(made)) >= DAY;
  }

  async #backUp(replacesLast: boolean): Promise<void> {
    if (this.#isRunning || this.#path === ':memory:') return;
    this.#isRunning = true;
    try {
      await backUp(this.#journal, this.#path, replacesLast);
      if (!replacesLast) this.#journal.facts.set(MADE, String(this.#world.clock.now()));
    } catch (error) {
      this.#notBefore = this.#world.clock.elapsed() + AFTER_FAILURE_MS;
      this.#tell('journal.not-backed-up', error);
    } finally {
      this.#isRunning = false;
    }
  }

  #safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#tell('journal.log-not-shortened', error);
    }
  }

  #tell(event: string, error: unknown): void {
    this.#world.log.info(event, { error: error instanceof Error ? error.message : 'unknown' });
  }
}
