import type { Handlers } from '../../../shared/contract.ts';
import type { Figure } from '../../../shared/features/monitoring/model.ts';
import type { EngineStatus } from '../../../shared/features/status/model.ts';
import { MINUTE } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import type { AppContext } from '../../items/app-context.ts';
import { engineStatus } from '../status/status.ts';
import type { Topics } from '../../items/topics.ts';
import { gather } from './gather-figures.ts';

/** Another source of figures, such as the drop zones. Their names begin with `benchtop_` too. */
export type FigureSource = () => readonly Figure[] | Promise<readonly Figure[]>;

const FACT = 'statusFile';
const FILE = 'status.json';
const WRITE_EVERY_MS = MINUTE;

type MonitoringHandlers = Pick<Handlers, Extract<keyof Handlers, `monitoring.${string}`>>;

/** Figures for monitoring: on request, and in a file if enabled. */
export class Monitoring {
  readonly #context: AppContext;
  readonly #sources: FigureSource[] = [];
  readonly #over = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #poke = new AbortController();
  /** The last published status: counting again for each request would be expensive. */
  #status: EngineStatus | null = null;

  constructor(context: AppContext, topics: Topics) {
    this.#context = context;
    topics.on('sync.status', status => (this.#status = status));
  }

  get handlers(): MonitoringHandlers {
    return {
      'monitoring.figures': () => this.#figures(),
      'monitoring.settings': async () => ({ statusFile: this.#isWanted }),
      'monitoring.set': async ({ statusFile }) => {
        this.#context.journal.facts.set(FACT, statusFile ? 'yes' : null);
        if (!statusFile) await this.#context.world.dataFiles?.remove(FILE);
        this.#poke.abort();
        return null;
      },
    };
  }

  /** Adds a source of figures. To be called before `start`. */
  ask(source: FigureSource): void {
    this.#sources.push(source);
  }

  /** Starts writing the file while it is enabled. */
  start(): void {
    if (this.#context.world.dataFiles !== undefined) this.#running = this.#keepWriting();
  }

  /** Writes a last file that says that nothing runs; after a crash, the file's age tells. */
  async close(): Promise<void> {
    const isRunning = !this.#over.signal.aborted;
    this.#over.abort();
    await this.#running;
    if (isRunning && this.#status !== null) await this.#write(false);
  }

  async #keepWriting(): Promise<void> {
    while (!this.#over.signal.aborted) {
      this.#poke = new AbortController();
      await this.#write(true);
      const word = AbortSignal.any([this.#poke.signal, this.#over.signal]);
      await this.#context.world.clock.sleep(WRITE_EVERY_MS, word).catch(() => undefined);
    }
  }

  async #write(isRunning: boolean): Promise<void> {
    const { world } = this.#context;
    if (!this.#isWanted) return;
    try {
      const figures = await this.#figures();
      const rows = figures.flatMap(({ name, samples }) =>
        samples.map(({ labels, value }) => ({ name, labels, value })),
      );
      const text = JSON.stringify({ v: 1, at: isoTime(world.clock.now()), running: isRunning, figures: rows }, null, 1);
      await world.dataFiles?.write(FILE, `${text}\n`);
      // It may have been switched off during the write: the removed file must not come back.
      if (!this.#isWanted) await world.dataFiles?.remove(FILE);
    } catch (error) {
      world.log.error('monitoring.not-written', { error: error instanceof Error ? error.message : 'unknown' });
    }
  }

  get #isWanted(): boolean {
    return this.#context.journal.facts.get(FACT) === 'yes';
  }

  async #figures(): Promise<Figure[]> {
    const context = this.#context;
    const status = this.#status ?? (await engineStatus(context));
    const others = await Promise.all(this.#sources.map(async source => source()));
    return [...(await gather(context, status)), ...others.flat()];
  }
}
