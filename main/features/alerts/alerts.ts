import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { alertChannel, type AlertChannel, type AlertMessage } from '../../../shared/features/alerts/model.ts';
import { alertTexts as texts } from '../../../shared/features/alerts/text.ts';
import { DAY, HOUR, SECOND } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { Causes } from './causes.ts';
import {
  type AlertRecord,
  type Cause,
  followed,
  nextMessage,
  readRecords,
  shown,
  taken,
  withoutChannels,
  writeRecords,
} from './alert-records.ts';
import { learnKeyEnd } from './learn-key-end.ts';
import { send } from './senders.ts';
import { changeSettings, channelsOf, readSettings, shownSettings } from './alert-settings.ts';

/** Something else that knows what people should hear of, such as the drop zones: what holds now, each with its key. */
export type CauseSource = () => readonly Cause[] | Promise<readonly Cause[]>;

const LOOK_EVERY_MS = 30 * SECOND;
/** After the first failure of a channel; doubled with each further one. */
const AGAIN_MS = 15 * SECOND;
const LONGEST_AGAIN_MS = HOUR;

type AlertHandlers = Pick<Handlers, Extract<keyof Handlers, `alerts.${string}`>>;

/**
 * Tells people who do not sit at the computer what needs them: once when it begins, once when it is solved, each until a
 * channel took it. Nothing waits for it, and it waits for nothing but its own channels.
 */
export class Alerts {
  readonly #parts: AppContext;
  readonly #causes: Causes;
  readonly #sources: CauseSource[] = [];
  readonly #over = new AbortController();
  readonly #running: Promise<void>[] = [];
  /** Lets channels look again at once: something is new for them. */
  #poke = new AbortController();
  /** Lets a channel that failed try again at once: it is another one now. */
  #anew = new AbortController();
  #learntAt = -Infinity;

  constructor(parts: AppContext) {
    this.#parts = parts;
    this.#causes = new Causes(parts);
  }

  get handlers(): AlertHandlers {
    const { world } = this.#parts;
    return {
      'alerts.list': async ({ all }) => {
        const channels = channelsOf(await readSettings(world.dataFiles));
        return shown(this.#records, channels).filter(({ solvedAt }) => all || solvedAt === null);
      },
      'alerts.settings': async () => shownSettings(await readSettings(world.dataFiles)),
      'alerts.set': async ({ wish, dryRun }) => {
        if (world.dataFiles === undefined) throw refused(texts.noPrograms);
        const changed = await changeSettings(world.dataFiles, wish, dryRun);
        if (changed && !dryRun) {
          // What failed before may work now.
          this.#anew = renewed(this.#anew);
          this.#poke = renewed(this.#poke);
        }
        return { changed };
      },
      'alerts.test': async () => {
        const settings = await readSettings(world.dataFiles);
        const message = this.#testMessage();
        const { signal } = this.#over;
        return Promise.all(
          channelsOf(settings).map(async channel => {
            return { channel, ...(await send(world, settings, { channel, message, signal })) };
          }),
        );
      },
    };
  }

  /** Has something else be asked at each look; before `start`. */
  ask(source: CauseSource): void {
    this.#sources.push(source);
  }

  /** Looks and tells from now on. Where nothing can be kept of whom to tell, nobody is. */
  start(): void {
    if (this.#parts.world.dataFiles === undefined) return;
    const tasks = [this.#look(), ...alertChannel.options.map(channel => this.#tell(channel))];
    for (const each of tasks.map(task => task.catch((error: unknown) => this.#died(error)))) this.#running.push(each);
  }

  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#running);
  }

  async #look(): Promise<void> {
    const { clock, log } = this.#parts.world;
    while (!this.#over.signal.aborted) {
      await this.#lookOnce().catch((error: unknown) => {
        log.error('alerts.not-looked', { error: error instanceof Error ? error.message : 'unknown' });
      });
      await clock.sleep(LOOK_EVERY_MS, this.#over.signal).catch(() => undefined);
    }
  }

  async #lookOnce(): Promise<void> {
    const { journal, world } = this.#parts;
    await this.#learn();
    const settings = await readSettings(world.dataFiles);
    const open = new Set(this.#records.flatMap(({ key, solvedAt }) => (solvedAt === null ? [key] : [])));
    const own = await this.#causes.gather(settings, key => open.has(key));
    const others = await Promise.all(this.#sources.map(async source => source()));
    if (this.#over.signal.aborted) return;
    const missing = alertChannel.options.filter(channel => !channelsOf(settings).includes(channel));
    const before = this.#records;
    const now = world.clock.now();
    const after = withoutChannels(
      followed(before, [...own, ...others.flat()], { now, newId: () => world.random.uuid() }),
      missing,
    );
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    writeRecords(journal.facts, after);
    for (const { cause, raisedAt } of after) if (raisedAt === now) world.log.info('alert.raised', { cause });
    this.#poke = renewed(this.#poke);
  }

  /** Once a day: a key whose end is known to the service is announced without anybody having said when. */
  async #learn(): Promise<void> {
    const { clock } = this.#parts.world;
    if (clock.elapsed() - this.#learntAt < DAY) return;
    try {
      await learnKeyEnd(this.#parts);
      this.#learntAt = clock.elapsed();
    } catch (error) {
      // Offline, or signed out: asked again at the next look.
      if (!(error instanceof FaultError)) throw error;
    }
  }

  /** Gives a channel its messages, oldest first, one at a time, each until it is taken. */
  async #tell(channel: AlertChannel): Promise<void> {
    const { clock } = this.#parts.world;
    for (let failures = 0; !this.#over.signal.aborted;) {
      // Taken before looking, so that no word that comes meanwhile is missed.
      const [poke, anew] = [this.#poke.signal, this.#anew.signal];
      const came = await this.#tellOne(channel);
      failures = came === 'failed' ? failures + 1 : 0;
      if (came === 'taken') continue;
      const waitMs = came === 'nothing' ? LONGEST_AGAIN_MS : Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** (failures - 1));
      // What failed waits its time, also when there is more to tell.
      const word = came === 'nothing' ? poke : anew;
      await clock.sleep(waitMs, AbortSignal.any([word, this.#over.signal])).catch(() => undefined);
    }
  }

  async #tellOne(channel: AlertChannel): Promise<'taken' | 'failed' | 'nothing'> {
    const { journal, world } = this.#parts;
    const settings = await readSettings(world.dataFiles);
    const due = channelsOf(settings).includes(channel) ? nextMessage(this.#records, channel) : null;
    if (due === null || this.#over.signal.aborted) return 'nothing';
    const message = this.#messageOf(due.record, due.event);
    try {
      const { arrived } = await send(world, settings, { channel, message, signal: this.#over.signal });
      if (arrived) writeRecords(journal.facts, taken(this.#records, due, channel));
      else world.log.info('alert.not-told', { channel, cause: message.cause });
      return arrived ? 'taken' : 'failed';
    } catch (error) {
      if (this.#over.signal.aborted) return 'nothing';
      world.log.error('alert.not-told', { channel, error: error instanceof Error ? error.name : 'unknown' });
      return 'failed';
    }
  }

  get #records(): readonly AlertRecord[] {
    return readRecords(this.#parts.journal.facts);
  }

  #died(error: unknown): void {
    if (this.#over.signal.aborted) return;
    this.#parts.world.log.error('alerts.ended', { error: error instanceof Error ? error.message : 'unknown' });
  }

  #messageOf(
    { id, cause, subject, text, raisedAt, solvedAt }: AlertRecord,
    event: AlertMessage['event'],
  ): AlertMessage {
    const { computer, version } = this.#parts.settings;
    const solved = event === 'raised' || solvedAt === null ? null : isoTime(solvedAt);
    return { v: 1, event, id, cause, subject, text, raisedAt: isoTime(raisedAt), solvedAt: solved, computer, version };
  }

  #testMessage(): AlertMessage {
    const { clock, random } = this.#parts.world;
    const told = { command: 0, webhook: 0 } as const;
    const about = { id: random.uuid(), key: '', cause: 'test', subject: '', text: texts.test, told };
    return this.#messageOf({ ...about, raisedAt: clock.now(), solvedAt: null }, 'test');
  }
}

/** Gives the word, and a new one to wait for. */
function renewed(word: AbortController): AbortController {
  word.abort();
  return new AbortController();
}
