import { HOUR, SECOND } from '../../shared/units.ts';
import type { MirrorId } from '../../shared/ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/mirrors.ts';
import type { Watching } from '../ports/watcher.ts';
import type { World } from '../ports/world.ts';
import type { Engine } from './engine.ts';
import { openItems } from './open-items.ts';
import { believeAt } from './judge-remote.ts';
import { pauseOf, pauseOfAll } from './pauses.ts';
import { readSettings } from './settings.ts';
import type { SteadyClock } from './steady-clock.ts';
import type { Upkeep } from './upkeep.ts';
import { Wake } from './wake.ts';

/** Looks in the background cost at most this many requests in an hour when nothing happens (about two a folder). */
const IDLE_REQUESTS_PER_HOUR = 600;
const REQUESTS_PER_FOLDER = 2;
/** Below this many seconds between polls the person wants it quick, whatever it costs. */
const QUICK_POLL_SECONDS = 10;
/** After something happened, this many polls come at the set interval before the budget counts. */
const LIVELY_POLLS = 5;
/** A burst of file events is one look. */
const COALESCE_MS = 50;

/**
 * The one loop, one thread of control:
 *
 *     wake ──► look at both sides ──► plan ──► perform ──┐
 *      ▲   (a change here, a poll due, a clock, a person) │
 *      └──────────────────────────────────────────────────┘
 */
export class Loop {
  readonly #engine: Engine;
  readonly #journal: Journal;
  readonly #world: World;
  readonly #upkeep: Upkeep;
  readonly #wake: Wake;
  readonly #watching = new Map<MirrorId, Watching>();
  #running: Promise<void> | null = null;
  #stopped = false;
  #nextPollAt = 0;
  #idlePolls = 0;
  #readyAt: number | null = null;
  #asleep: ReadonlySet<MirrorId> = new Set();

  constructor(parts: {
    readonly engine: Engine;
    readonly journal: Journal;
    readonly world: World & { readonly clock: SteadyClock };
    readonly upkeep: Upkeep;
  }) {
    const { engine, journal, world, upkeep } = parts;
    this.#engine = engine;
    this.#journal = journal;
    this.#world = world;
    this.#upkeep = upkeep;
    this.#wake = new Wake(world.clock);
  }

  /** Begins to keep the mirrors in step. */
  start(): void {
    this.#wake.note('start');
    this.#running ??= this.#run();
  }

  /** A person wants a look at both sides now. */
  checkNow(): void {
    this.#nextPollAt = 0;
    this.#wake.note('person');
  }

  /** Ends after the step under way. */
  async close(): Promise<void> {
    this.#stopped = true;
    this.#wake.note('stop');
    await this.#running;
    for (const watching of this.#watching.values()) await watching.close();
    this.#watching.clear();
  }

  get isClosed(): boolean {
    return this.#stopped;
  }

  get #isPaused(): boolean {
    return pauseOfAll(this.#journal.facts, this.#world.clock.now()) !== null;
  }

  /** The mirrors that do something now. */
  #awake(): readonly Mirror[] {
    const now = this.#world.clock.now();
    return this.#journal.mirrors.all().filter(({ id }) => pauseOf(this.#journal.facts, id, now) === null);
  }

  /** What was paused goes on with a look at both sides. */
  #noticePauses(): void {
    const awake = new Set(this.#awake().map(({ id }) => id));
    if ([...this.#asleep].some(id => awake.has(id))) this.#nextPollAt = 0;
    const all = this.#journal.mirrors.all().map(({ id }) => id);
    this.#asleep = new Set(all.filter(id => !awake.has(id)));
  }

  /** When timed pauses end, in milliseconds since the epoch. */
  #pauseEnds(): readonly number[] {
    const now = this.#world.clock.now();
    return this.#journal.mirrors.all().flatMap(({ id }) => pauseOf(this.#journal.facts, id, now)?.until ?? []);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const reasons = await this.#wake.next(this.#quietMs());
      if (this.#stopped) break;
      if (reasons.has('resumed')) await this.#resume();
      if (reasons.has('local-change')) await this.#world.clock.sleep(COALESCE_MS);
      this.#noticePauses();
      if (this.#isPaused || !this.#mayTry(reasons.has('person'))) continue;
      await this.#watchAll();
      if ((await this.#engine.exclusively(() => this.#pass())) === 'rest') await this.#upkeep.atRest();
    }
  }

  /** After a sleep nothing is sure: whoever watched may be gone, and both sides may have changed. */
  async #resume(): Promise<void> {
    this.#world.log.info('loop.resumed', {});
    for (const watching of this.#watching.values()) await watching.close();
    this.#watching.clear();
    this.#nextPollAt = 0;
    await this.#engine.exclusively(async () => this.#engine.followTheClock());
    this.#engine.resume();
  }

  async #pass(): Promise<'rest' | 'busy'> {
    if (this.#stopped) return 'busy';
    const { clock } = this.#world;
    // Only an answer of the service ends a stop, and what happened there meanwhile is unknown.
    const remote = this.#engine.stop !== null || clock.elapsed() >= this.#nextPollAt;
    const { done, again, readyAt } = await this.#engine.passAll({ remote });
    this.#readyAt = readyAt;
    if (again) this.#nextPollAt = 0;
    else if (remote) this.#planPoll(done);
    else if (done > 0) this.#idlePolls = 0;
    if (remote && done === 0 && this.#engine.stop === null) await this.#engine.readExtractions();
    return done === 0 && !again ? 'rest' : 'busy';
  }

  #planPoll(done: number): void {
    const { pollSeconds } = readSettings(this.#journal.facts);
    this.#idlePolls = done > 0 ? 0 : this.#idlePolls + 1;
    const budgetMs = (this.#engine.foldersSeen * REQUESTS_PER_FOLDER * HOUR) / IDLE_REQUESTS_PER_HOUR;
    const isLively = pollSeconds < QUICK_POLL_SECONDS || this.#idlePolls <= LIVELY_POLLS;
    const waitMs = Math.max(pollSeconds * SECOND, isLively ? 0 : budgetMs);
    this.#nextPollAt = this.#world.clock.elapsed() + Math.min(waitMs, this.#proofMs(pollSeconds));
  }

  /** How soon a second look can prove that something is really gone; endless when nothing is missed. */
  #proofMs(pollSeconds: number): number {
    const missed = this.#awake().flatMap(({ id }) => [...this.#journal.missing.of(id, 'remote').values()]);
    const first = Math.min(...missed.map(one => believeAt(one, pollSeconds)));
    return Math.max(first - this.#world.clock.now(), SECOND);
  }

  /** A stopped account is left in peace until its time has come, or a person asks. */
  #mayTry(personAsks: boolean): boolean {
    const { stop } = this.#engine;
    if (stop === null || (personAsks && stop.until !== null)) return true;
    return stop.until !== null && stop.until <= this.#world.clock.now();
  }

  /** How long nothing will happen by itself: until the next poll, or the first clock that runs out. */
  #quietMs(): number {
    const { clock } = this.#world;
    const { stop } = this.#engine;
    const now = clock.now();
    if (this.#isPaused) return Math.max(Math.min(HOUR, ...this.#pauseEnds().map(at => at - now)), 20);
    if (stop !== null && stop.until === null) return HOUR;
    if (stop !== null && stop.until !== null) return Math.max(stop.until - now, 20);
    const clocks = [...this.#pauseEnds(), ...this.#awake().flatMap(mirror => this.#clocksOf(mirror))];
    if (this.#readyAt !== null) clocks.push(this.#readyAt);
    const first = Math.min(this.#nextPollAt - clock.elapsed(), ...clocks.map(at => at - now));
    return Math.max(first, 20);
  }

  /** When something in a mirror may go on by itself: the ends of holds and of waiting times. */
  #clocksOf(mirror: Mirror): readonly number[] {
    const settings = readSettings(this.#journal.facts);
    return openItems({ journal: this.#journal, world: this.#world, settings }, mirror).clocks;
  }

  async #watchAll(): Promise<void> {
    const mirrors = this.#journal.mirrors.all();
    for (const [id, watching] of this.#watching)
      if (!mirrors.some(mirror => mirror.id === id)) {
        await watching.close();
        this.#watching.delete(id);
      }
    for (const mirror of mirrors)
      if (!this.#watching.has(mirror.id))
        this.#watching.set(
          mirror.id,
          await this.#world.watcher.watch(mirror.root.path, () => this.#wake.note('local-change')),
        );
  }
}
