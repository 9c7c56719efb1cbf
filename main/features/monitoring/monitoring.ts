import type { Handlers } from '../../../shared/contract.ts';
import type { Figure } from '../../../shared/features/monitoring/model.ts';
import type { EngineStatus } from '../../../shared/features/status/model.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import { figureHelp } from '../../../shared/features/monitoring/text.ts';
import { isoMoment, isoTime } from '../../core/calendar.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Topics } from '../../items/topics.ts';
import { keyEnd } from '../../items/signed-in-person.ts';
import { engineStatus } from '../status/status.ts';
import { readRecords } from '../alerts/alert-records.ts';
import { attentionList } from '../attention/attention.ts';

/** Another source of figures, such as the drop zones. Their names begin with `benchtop_` too. */
type FigureSource = () => readonly Figure[] | Promise<readonly Figure[]>;

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

type Name = keyof typeof figureHelp;
type Sample = Figure['samples'][number];

/** All figures, from a status and the records. Unknown values have no sample. */
async function gather(context: AppContext, status: EngineStatus): Promise<Figure[]> {
  const { journal, world, settings } = context;
  const isSignedIn = status.state !== 'signedOut' && status.state !== 'accessEnded';
  return [
    figure('benchtop_info', [{ labels: { version: settings.version, computer: settings.computer }, value: 1 }]),
    figure('benchtop_state', [{ labels: { state: status.state }, value: 1 }]),
    figure('benchtop_signed_in', [{ labels: {}, value: isSignedIn ? 1 : 0 }]),
    figure('benchtop_key_end_seconds', moment({}, keyEnd(journal.facts).at)),
    figure('benchtop_attention_items', attention(context)),
    figure('benchtop_alerts_open', openAlerts(context)),
    ...mirrors(context, status),
    figure('benchtop_free_bytes', await room(context)),
    figure('benchtop_made_seconds', [{ labels: {}, value: Math.floor(world.clock.now() / SECOND) }]),
  ];
}

function figure(name: Name, samples: readonly Sample[]): Figure {
  return { name, help: figureHelp[name], samples: [...samples] };
}

/** A time as Prometheus expects it; null: not known. */
function moment(labels: Sample['labels'], iso: string | null): readonly Sample[] {
  const ms = isoMoment(iso ?? '');
  return ms === null ? [] : [{ labels, value: Math.floor(ms / SECOND) }];
}

function attention(context: AppContext): readonly Sample[] {
  const { decisions, versions, blocked } = attentionList(context);
  return Object.entries({ decision: decisions, versions, blocked }).map(([group, value]) => ({
    labels: { group },
    value,
  }));
}

function openAlerts({ journal }: AppContext): readonly Sample[] {
  const counts = new Map<string, number>();
  for (const { cause, solvedAt } of readRecords(journal.facts))
    if (solvedAt === null) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].map(([cause, value]) => ({ labels: { cause }, value }));
}

function mirrors({ journal }: AppContext, status: EngineStatus): readonly Figure[] {
  const rows = journal.mirrors.all().flatMap(mirror => {
    const counts = status.mirrors.find(({ id }) => id === mirror.id);
    const labels = { mirror: mirror.id, folder: mirror.remotePath };
    return counts === undefined ? [] : [{ labels, mirror, counts }];
  });
  const each = (name: Name, value: (row: (typeof rows)[number]) => number): Figure =>
    figure(
      name,
      rows.map(row => ({ labels: row.labels, value: value(row) })),
    );
  return [
    each('benchtop_mirror_in_step', ({ counts }) => (counts.standing === 'in-step' ? 1 : 0)),
    each('benchtop_mirror_files', ({ counts }) => counts.files),
    each('benchtop_mirror_waiting', ({ counts }) => counts.waiting),
    each('benchtop_mirror_held', ({ counts }) => counts.held),
    each('benchtop_mirror_blocked', ({ counts }) => counts.blocked),
    each('benchtop_mirror_conflicted', ({ counts }) => counts.conflicted),
    each('benchtop_mirror_halted', ({ mirror }) => (mirror.halted === null ? 0 : 1)),
    figure(
      'benchtop_mirror_checked_seconds',
      rows.flatMap(({ labels, counts }) => moment(labels, counts.checkedAt)),
    ),
  ];
}

async function room({ journal, world, settings }: AppContext): Promise<readonly Sample[]> {
  const free = async (path: string, labels: Sample['labels']): Promise<readonly Sample[]> => {
    const space = await world.disk.space(path).catch(() => null);
    return space === null ? [] : [{ labels, value: space.freeBytes }];
  };
  const all = [
    free(settings.dataDirectory, { of: 'records' }),
    ...journal.mirrors.all().map(({ id, root }) => free(root.path, { of: 'mirror', mirror: id })),
  ];
  return (await Promise.all(all)).flat();
}
