import { HOUR, MINUTE, SECOND } from '../../../shared/units.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import { isOfWholeJournal } from '../../journal/storage/database.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Hint, Watching } from '../../ports/watcher.ts';
import type { World } from '../../ports/world.ts';
import type { Engine } from './engine.ts';
import { LookingPace } from './scan-pace.ts';
import { openItems } from './open-items.ts';
import { believeAt } from '../../remote/observe/judge-absence.ts';
import { pauseOf, pauseOfAll } from '../context/pauses.ts';
import { SaidOnce } from '../context/log-once.ts';
import { readSettings } from '../context/settings.ts';
import type { SteadyClock } from './steady-clock.ts';
import type { Upkeep } from './upkeep.ts';
import { Wake } from './wake.ts';

/** Why the last turn of the loop broke off: nothing it saw may count. */
export interface Broken {
  /** Whether the records could not be written. */
  readonly isOfRecords: boolean;
  readonly detail: string;
  /** Ms since the epoch. */
  readonly since: number;
}

/** What keeps the mirrors in step, as far as it decides what may be said. */
export type Keeping = Pick<Loop, 'isOverdue' | 'isRunning' | 'broken'>;

/** Below this many seconds between polls the person wants it quick, whatever it costs. */
const QUICK_POLL_SECONDS = 10;
/** After a turn that failed, the next one waits so long. */
const AFTER_FAILURE_MS = 5 * SECOND;
/** A look that is later than two polls by more than this is overdue: it should have been made. */
const OVERDUE_MS = 30 * SECOND;

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
  readonly #changed: () => void;
  readonly #wake: Wake;
  readonly #said = new SaidOnce();
  readonly #watching = new Map<MirrorId, { readonly path: string; readonly watching: Watching }>();
  #running: Promise<void> | null = null;
  #stopped = false;
  #nextPollAt = 0;
  /** When the last look at the service ended, or the loop began, on the steady clock; null while it does not run. */
  #lookedAt: number | null = null;
  /** Whether the next look at the service is one at everything: after a start, a sleep or a pause, and when a person asks. */
  #wantsAll = true;
  #readyAt: number | null = null;
  readonly #pace = new LookingPace();
  #asleep: ReadonlySet<MirrorId> = new Set();
  /** Null when the last turn came to its end. */
  broken: Broken | null = null;

  constructor(parts: {
    readonly engine: Engine;
    readonly journal: Journal;
    readonly world: World & { readonly clock: SteadyClock };
    readonly upkeep: Upkeep;
    /** Told when something that is shown has changed. */
    readonly changed: () => void;
  }) {
    const { engine, journal, world, upkeep, changed } = parts;
    this.#engine = engine;
    this.#journal = journal;
    this.#world = world;
    this.#upkeep = upkeep;
    this.#changed = changed;
    this.#wake = new Wake(world.clock);
  }

  /** Begins to keep the mirrors in step. */
  start(): void {
    this.#wake.note('start');
    this.#lookedAt ??= this.#world.clock.elapsed();
    this.#running ??= this.#run();
  }

  /** A person wants a look at both sides now. */
  checkNow(): void {
    this.#wantEverything();
    this.#engine.tryRestingAgain();
    this.#wake.note('person');
  }

  /** Ends after the step under way. */
  async close(): Promise<void> {
    this.#stopped = true;
    this.#wake.note('stop');
    await this.#running;
    for (const { watching } of this.#watching.values()) await watching.close();
    this.#watching.clear();
  }

  /** Whether the service should have been looked at again by now: then nobody may say that all is well (W18). */
  get isOverdue(): boolean {
    if (this.#lookedAt === null || this.#isPaused || this.#stopped) return false;
    if (this.#engine.stop !== null || this.#engine.working || this.#journal.mirrors.all().length === 0) return false;
    const { pollSeconds } = readSettings(this.#journal.facts);
    return this.#world.clock.elapsed() - this.#lookedAt > 2 * pollSeconds * SECOND + OVERDUE_MS;
  }

  /** Whether anything looks by itself; without it nothing is known of what happens. */
  get isRunning(): boolean {
    return this.#running !== null && !this.#stopped;
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
    if ([...this.#asleep].some(id => awake.has(id))) this.#wantEverything();
    const all = this.#journal.mirrors.all().map(({ id }) => id);
    this.#asleep = new Set(all.filter(id => !awake.has(id)));
  }

  /** When timed pauses end, in milliseconds since the epoch. */
  #pauseEnds(): readonly number[] {
    const now = this.#world.clock.now();
    return this.#journal.mirrors.all().flatMap(({ id }) => pauseOf(this.#journal.facts, id, now)?.until ?? []);
  }

  /** Whatever goes wrong in one turn, there is a next one: a loop that dies in silence would leave all as it was (W18). */
  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#turn();
        this.broken = null;
      } catch (error) {
        this.#breakOff(error);
        this.#world.log.error('loop.failed', { error: messageOf(error) });
        await this.#world.clock.sleep(AFTER_FAILURE_MS);
      }
    }
  }

  #breakOff(error: unknown): void {
    const since = this.broken?.since ?? this.#world.clock.now();
    this.broken = { isOfRecords: isOfWholeJournal(error), detail: messageOf(error), since };
    this.#changed();
  }

  async #turn(): Promise<void> {
    const reasons = await this.#wake.next(this.#quietMs());
    if (this.#stopped) return;
    if (reasons.has('resumed')) await this.#resume();
    const isHinted = reasons.has('local-change');
    if (isHinted) await this.#world.clock.sleep(this.#pace.waitMs(this.#world.clock.elapsed()));
    await this.#engine.power.look();
    this.#noticePauses();
    if (this.#isPaused) return;
    await this.#watchAll();
    if (!this.#mayTry(reasons.has('person'))) return this.#lookHere(isHinted);
    if ((await this.#engine.exclusively(() => this.#pass(isHinted))) === 'rest') await this.#upkeep.atRest();
  }

  /** After a sleep nothing is sure: whoever watched may be gone, and both sides may have changed. */
  async #resume(): Promise<void> {
    this.#world.log.info('loop.resumed', {});
    for (const { watching } of this.#watching.values()) await watching.close();
    this.#watching.clear();
    this.#wantEverything();
    await this.#engine.exclusively(async () => this.#engine.followTheClock());
    this.#engine.resume();
  }

  async #pass(isHinted: boolean): Promise<'rest' | 'busy'> {
    if (this.#stopped) return 'busy';
    const { clock } = this.#world;
    // Only an answer of the service ends a stop.
    const remote = this.#engine.stop !== null || clock.elapsed() >= this.#nextPollAt;
    const how = !remote ? 'none' : this.#isForEverything() ? 'everything' : 'due';
    if (how === 'everything') this.#wantsAll = false;
    // Wanted until it was made, whatever stops this pass.
    if (how === 'everything') for (const { id } of this.#awake()) this.#journal.listings.wantAll(id);
    const began = clock.elapsed();
    const { done, again, readyAt } = await this.#engine.passAll(how);
    const elapsedMs = clock.elapsed();
    if (isHinted) this.#pace.looked({ done, tookMs: remote ? 0 : elapsedMs - began, elapsedMs });
    if (remote) this.#lookedAt = this.#world.clock.elapsed();
    this.#readyAt = readyAt;
    if (again) this.#nextPollAt = 0;
    else if (remote) this.#planPoll();
    if (remote && done === 0 && this.#engine.stop === null) await this.#engine.readExtractions();
    return done === 0 && !again ? 'rest' : 'busy';
  }

  /** The service is left in peace for now; a look at the folders here needs none. */
  async #lookHere(isHinted: boolean): Promise<void> {
    const { clock } = this.#world;
    const began = clock.elapsed();
    this.#readyAt = await this.#engine.exclusively(() => this.#engine.lookHere());
    const elapsedMs = clock.elapsed();
    if (isHinted) this.#pace.looked({ done: 0, tookMs: elapsedMs - began, elapsedMs });
  }

  #wantEverything(): void {
    this.#wantsAll = true;
    this.#nextPollAt = 0;
  }

  #isForEverything(): boolean {
    const { pollSeconds } = readSettings(this.#journal.facts);
    return this.#wantsAll || pollSeconds < QUICK_POLL_SECONDS;
  }

  /** Each look costs what is due then; a second look that may prove something gone comes as soon as it can. */
  #planPoll(): void {
    const { pollSeconds } = readSettings(this.#journal.facts);
    this.#nextPollAt = this.#world.clock.elapsed() + Math.min(pollSeconds * SECOND, this.#proofMs(pollSeconds));
  }

  /** How soon a second look can prove that something is really gone; endless when nothing is missed. */
  #proofMs(pollSeconds: number): number {
    const missed = this.#awake().flatMap(({ id }) => [...this.#journal.missing.of(id, 'remote').values()]);
    const now = this.#world.clock.now();
    // What was not proved by then needs more than one more look, and waits for its turn.
    const first = missed
      .map(one => believeAt(one, pollSeconds))
      .filter(at => at > now)
      .reduce((one, other) => Math.min(one, other), Infinity);
    return Math.max(first - now, SECOND);
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
    const pause = pauseOfAll(this.#journal.facts, now);
    // A computer does not tell when it is plugged in: that is looked up.
    const longest = pause?.why === undefined ? HOUR : MINUTE;
    if (pause !== null)
      return Math.max(
        this.#pauseEnds().reduce((least, at) => Math.min(least, at - now), longest),
        20,
      );
    if (stop !== null) return Math.max(Math.min(stop.until ?? now + HOUR, this.#readyAt ?? Infinity) - now, 20);
    const clocks = [...this.#pauseEnds(), ...this.#awake().flatMap(mirror => this.#clocksOf(mirror))];
    if (this.#readyAt !== null) clocks.push(this.#readyAt);
    const first = clocks.reduce((least, at) => Math.min(least, at - now), this.#nextPollAt - clock.elapsed());
    return Math.max(first, 20);
  }

  /** When something in a mirror may go on by itself: the ends of holds and of waiting times. */
  #clocksOf(mirror: Mirror): readonly number[] {
    const settings = readSettings(this.#journal.facts);
    return openItems({ journal: this.#journal, world: this.#world, settings }, mirror).clocks;
  }

  async #watchAll(): Promise<void> {
    const mirrors = this.#journal.mirrors.all();
    for (const [id, { path, watching }] of this.#watching)
      if (!mirrors.some(mirror => mirror.id === id && mirror.root.path === path)) {
        await watching.close();
        this.#watching.delete(id);
      }
    // None waits for another one: a folder that gives no answer is asked for seconds.
    await Promise.all(mirrors.filter(({ id }) => !this.#watching.has(id)).map(mirror => this.#watch(mirror)));
  }

  async #watch({ id, root }: Mirror): Promise<void> {
    // What happened while nothing was watched is not hinted.
    this.#engine.hinted.loseTrack(id);
    try {
      const watching = await this.#world.watcher.watch(root.path, hint => this.#hear(id, root.path, hint));
      this.#engine.hinted.loseTrack(id);
      this.#watching.set(id, { path: root.path, watching });
      this.#said.over(id);
    } catch (error) {
      // Without hints each poll looks here too, and the next turn tries to watch again.
      const fields = { mirror: id, error: messageOf(error) };
      this.#said.say(id, fields, said => this.#world.log.error('watch.failed', said));
    }
  }

  #hear(mirror: MirrorId, path: string, hint: Hint): void {
    // Where the system watches only parts, a hint says that somebody works here; where, it may not say.
    if (this.#world.watcher.how?.(path) === 'parts') this.#engine.hinted.loseTrack(mirror);
    else this.#engine.hinted.note(mirror, hint);
    this.#wake.note('local-change');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
