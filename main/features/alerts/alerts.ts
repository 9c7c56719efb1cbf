import type { Handlers } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import { alertChannel, type AlertChannel, type AlertMessage } from '../../../shared/features/alerts/model.ts';
import { alertTexts as texts } from '../../../shared/features/alerts/text.ts';
import { DAY, HOUR, SECOND } from '../../../shared/units.ts';
import { isoMoment, isoTime } from '../../core/calendar.ts';
import type { AppContext } from '../../items/app-context.ts';
import { credentialOf, endOf } from '../../engine/account/credential.ts';
import { calls } from '../../remote/api/calls.ts';
import { rememberKeyEnd } from '../../items/signed-in-person.ts';
import { orNull } from '../../items/or-null.ts';
import { Causes } from './causes.ts';
import {
  type AlertRecord,
  type Cause,
  updateRecords,
  nextMessage,
  readRecords,
  alertsOf,
  markDelivered,
  withoutChannels,
  writeRecords,
} from './alert-records.ts';
import { changeSettings, channelsOf, readSettings, deliver, shownSettings } from './alert-channels.ts';

/** Another source of causes, such as the drop zones: those that hold now. */
type CauseSource = () => readonly Cause[] | Promise<readonly Cause[]>;

const LOOK_EVERY_MS = 30 * SECOND;
/** Retry delay after the first failure of a channel; doubled with each further one. */
const AGAIN_MS = 15 * SECOND;
const LONGEST_AGAIN_MS = HOUR;

type AlertHandlers = Pick<Handlers, Extract<keyof Handlers, `alerts.${string}`>>;

/**
 * Alerts people who are not at the computer: once when a problem begins and once when it is resolved, repeated until a
 * channel delivered it. Runs independently of the engine.
 */
export class Alerts {
  readonly #context: AppContext;
  readonly #causes: Causes;
  readonly #sources: CauseSource[] = [];
  readonly #over = new AbortController();
  readonly #running: Promise<void>[] = [];
  /** Wakes the channels for new messages. */
  #poke = new AbortController();
  /** Wakes channels that wait for a retry, after their settings changed. */
  #anew = new AbortController();
  #learntAt = -Infinity;

  constructor(context: AppContext) {
    this.#context = context;
    this.#causes = new Causes(context);
  }

  get handlers(): AlertHandlers {
    const { world } = this.#context;
    return {
      'alerts.list': async ({ all }) => {
        const channels = channelsOf(await readSettings(world.dataFiles));
        return alertsOf(this.#records, channels).filter(({ solvedAt }) => all || solvedAt === null);
      },
      'alerts.settings': async () => shownSettings(await readSettings(world.dataFiles)),
      'alerts.set': async ({ wish, dryRun }) => {
        if (world.dataFiles === undefined) throw badRequest(texts.noPrograms);
        const changed = await changeSettings(world.dataFiles, wish, dryRun);
        if (changed && !dryRun) {
          // A channel that failed may work with the new settings.
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
            return { channel, ...(await deliver(world, settings, { channel, message, signal })) };
          }),
        );
      },
    };
  }

  /** Adds a source of causes. To be called before `start`. */
  ask(source: CauseSource): void {
    this.#sources.push(source);
  }

  /** Starts checking and sending. Does nothing where settings cannot be stored. */
  start(): void {
    if (this.#context.world.dataFiles === undefined) return;
    const tasks = [this.#look(), ...alertChannel.options.map(channel => this.#tell(channel))];
    for (const each of tasks.map(task => task.catch((error: unknown) => this.#died(error)))) this.#running.push(each);
  }

  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#running);
  }

  async #look(): Promise<void> {
    const { clock, log } = this.#context.world;
    while (!this.#over.signal.aborted) {
      await this.#lookOnce().catch((error: unknown) => {
        log.error('alerts.not-looked', { error: error instanceof Error ? error.message : 'unknown' });
      });
      await clock.sleep(LOOK_EVERY_MS, this.#over.signal).catch(() => undefined);
    }
  }

  async #lookOnce(): Promise<void> {
    const { journal, world } = this.#context;
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
      updateRecords(before, [...own, ...others.flat()], { now, newId: () => world.random.uuid() }),
      missing,
    );
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    writeRecords(journal.facts, after);
    for (const { cause, raisedAt } of after) if (raisedAt === now) world.log.info('alert.raised', { cause });
    this.#poke = renewed(this.#poke);
  }

  /** Asks the service once a day when the key expires, so that its end is announced even if no person entered it. */
  async #learn(): Promise<void> {
    const { clock } = this.#context.world;
    if (clock.elapsed() - this.#learntAt < DAY) return;
    try {
      await fetchKeyEnd(this.#context);
      this.#learntAt = clock.elapsed();
    } catch (error) {
      // Offline or signed out: try again at the next check.
      if (!(error instanceof FaultError)) throw error;
    }
  }

  /** Delivers a channel's messages one at a time, oldest first, retrying each until it is delivered. */
  async #tell(channel: AlertChannel): Promise<void> {
    const { clock } = this.#context.world;
    for (let failures = 0; !this.#over.signal.aborted;) {
      // Read the signals before checking, so that no wake-up in between is lost.
      const [poke, anew] = [this.#poke.signal, this.#anew.signal];
      const came = await this.#tellOne(channel);
      failures = came === 'failed' ? failures + 1 : 0;
      if (came === 'taken') continue;
      const waitMs = came === 'nothing' ? LONGEST_AGAIN_MS : Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** (failures - 1));
      // After a failure, new messages do not shorten the retry delay.
      const word = came === 'nothing' ? poke : anew;
      await clock.sleep(waitMs, AbortSignal.any([word, this.#over.signal])).catch(() => undefined);
    }
  }

  async #tellOne(channel: AlertChannel): Promise<'taken' | 'failed' | 'nothing'> {
    const { journal, world } = this.#context;
    const settings = await readSettings(world.dataFiles);
    const due = channelsOf(settings).includes(channel) ? nextMessage(this.#records, channel) : null;
    if (due === null || this.#over.signal.aborted) return 'nothing';
    const message = this.#messageOf(due.record, due.event);
    try {
      const { arrived } = await deliver(world, settings, { channel, message, signal: this.#over.signal });
      if (arrived) writeRecords(journal.facts, markDelivered(this.#records, due, channel));
      else world.log.info('alert.not-told', { channel, cause: message.cause });
      return arrived ? 'taken' : 'failed';
    } catch (error) {
      if (this.#over.signal.aborted) return 'nothing';
      world.log.error('alert.not-told', { channel, error: error instanceof Error ? error.name : 'unknown' });
      return 'failed';
    }
  }

  get #records(): readonly AlertRecord[] {
    return readRecords(this.#context.journal.facts);
  }

  #died(error: unknown): void {
    if (this.#over.signal.aborted) return;
    this.#context.world.log.error('alerts.ended', { error: error instanceof Error ? error.message : 'unknown' });
  }

  #messageOf(
    { id, cause, subject, text, raisedAt, solvedAt }: AlertRecord,
    event: AlertMessage['event'],
  ): AlertMessage {
    const { computer, version } = this.#context.settings;
    const solved = event === 'raised' || solvedAt === null ? null : isoTime(solvedAt);
    return { v: 1, event, id, cause, subject, text, raisedAt: isoTime(raisedAt), solvedAt: solved, computer, version };
  }

  #testMessage(): AlertMessage {
    const { clock, random } = this.#context.world;
    const told = { command: 0, webhook: 0 } as const;
    const about = { id: random.uuid(), key: '', cause: 'test', subject: '', text: texts.test, told };
    return this.#messageOf({ ...about, raisedAt: clock.now(), solvedAt: null }, 'test');
  }
}

/** Aborts a signal to wake its waiters, and returns a fresh one. */
function renewed(word: AbortController): AbortController {
  word.abort();
  return new AbortController();
}

/**
 * Asks the service when the key expires. GAP: keys have an expiry, but no specified call tells it; a service
 * that lists its keys tells it in the list. If it does not, or may not be asked, the known value is kept.
 */
async function fetchKeyEnd({ world, journal, engine }: AppContext): Promise<void> {
  const secret = await world.secrets.read();
  if (secret === null) return;
  const credential = credentialOf(secret);
  const end = endOf(credential);
  if (credential.kind !== 'key' || end === null) return;
  const line = (await engine.connection()).line(null);
  const keys = await orNull(calls.listKeys(line, {}));
  const matching = (keys ?? []).filter(({ hint }) => hint?.endsWith(end) === true);
  // The credential was replaced during the call, so the answer is about another key.
  if ((await world.secrets.read()) !== secret) return;
  // If several keys have the same last characters, ours cannot be identified.
  if (matching.length !== 1) return;
  rememberKeyEnd(journal.facts, isoMoment(matching[0]?.expiresAt ?? ''));
}
