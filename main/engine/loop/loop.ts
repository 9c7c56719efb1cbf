import { HOUR, MINUTE, SECOND } from '../../../shared/units.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import { isOfWholeJournal } from '../../journal/storage/database.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Hint, Watching } from '../../ports/watcher.ts';
import type { World } from '../../ports/world.ts';
import type { Engine } from './engine.ts';
import { ScanPace } from './scan-pace.ts';
import { openItems } from './open-items.ts';
import { absenceProvenAt } from '../../remote/observe/judge-absence.ts';
import { pauseOf, pauseOfAll } from '../limits/pauses.ts';
import { LogOnce } from '../context/log-once.ts';
import { readSettings } from '../context/settings.ts';
import type { SteadyClock } from './steady-clock.ts';
import type { Upkeep } from './upkeep.ts';
import { LoopSignals } from './loop-signals.ts';

/** Why the last turn of the loop failed: nothing it observed counts. */
export interface LoopFailure {
  /** Whether the records could not be written. */
  readonly isOfRecords: boolean;
  readonly detail: string;
  /** Ms since the epoch. */
  readonly since: number;
}

/** The state of the loop that decides what status may say. */
export type Keeping = Pick<Loop, 'isOverdue' | 'isRunning' | 'broken'>;

/** Below this many seconds between polls, a person wants changes quickly at any cost: each poll covers everything. */
const QUICK_POLL_SECONDS = 10;
/** The pause after a turn that failed. */
const AFTER_FAILURE_MS = 5 * SECOND;
/** A poll that is later than two intervals by more than this is overdue. */
const OVERDUE_MS = 30 * SECOND;

/**
 * The one loop, one thread of control:
 *
 *     signal ──► observe both sides ──► plan ──► execute ──┐
 *       ▲   (a local change, a poll due, a clock, a person)  │
 *       └────────────────────────────────────────────────────┘
 */
export class Loop {
  readonly #engine: Engine;
  readonly #journal: Journal;
  readonly #world: World;
  readonly #upkeep: Upkeep;
  readonly #changed: () => void;
  readonly #signals: LoopSignals;
  readonly #logOnce = new LogOnce();
  readonly #watching = new Map<MirrorId, { readonly path: string; readonly watching: Watching }>();
  #running: Promise<void> | null = null;
  #stopped = false;
  #nextPollAt = 0;
  /** When the last poll ended, or the loop began, on the monotonic clock; null while it does not run. */
  #lookedAt: number | null = null;
  /** Whether the next poll covers everything: after a start, a sleep or a pause, and when a person asks. */
  #wantsAll = true;
  #readyAt: number | null = null;
  readonly #pace = new ScanPace();
  #paused: ReadonlySet<MirrorId> = new Set();
  /** Null when the last turn completed. */
  broken: LoopFailure | null = null;

  constructor(parts: {
    readonly engine: Engine;
    readonly journal: Journal;
    readonly world: World & { readonly clock: SteadyClock };
    readonly upkeep: Upkeep;
    /** Called when something that is shown has changed. */
    readonly changed: () => void;
  }) {
    const { engine, journal, world, upkeep, changed } = parts;
    this.#engine = engine;
    this.#journal = journal;
    this.#world = world;
    this.#upkeep = upkeep;
    this.#changed = changed;
    this.#signals = new LoopSignals(world.clock);
  }

  /** Starts keeping the mirrors in step. */
  start(): void {
    this.#signals.note('start');
    this.#lookedAt ??= this.#world.clock.elapsed();
    this.#running ??= this.#run();
  }

  /** A person asks for both sides to be observed now. */
  checkNow(): void {
    this.#wantEverything();
    this.#engine.retryIdleMirrors();
    this.#signals.note('person');
  }

  /** Ends after the current step. */
  async close(): Promise<void> {
    this.#stopped = true;
    this.#signals.note('stop');
    await this.#running;
    for (const { watching } of this.#watching.values()) await watching.close();
    this.#watching.clear();
  }

  /** Whether a poll is overdue: then status must not say that all is well (W18). */
  get isOverdue(): boolean {
    if (this.#lookedAt === null || this.#isPaused || this.#stopped) return false;
    if (this.#engine.stop !== null || this.#engine.working || this.#journal.mirrors.all().length === 0) return false;
    const { pollSeconds } = readSettings(this.#journal.facts);
    return this.#world.clock.elapsed() - this.#lookedAt > 2 * pollSeconds * SECOND + OVERDUE_MS;
  }

  /** Whether the loop observes on its own; without it, nothing is known of later changes. */
  get isRunning(): boolean {
    return this.#running !== null && !this.#stopped;
  }

  get isClosed(): boolean {
    return this.#stopped;
  }

  get #isPaused(): boolean {
    return pauseOfAll(this.#journal.facts, this.#world.clock.now()) !== null;
  }

  /** The mirrors that are not paused. */
  #unpaused(): readonly Mirror[] {
    const now = this.#world.clock.now();
    return this.#journal.mirrors.all().filter(({ id }) => pauseOf(this.#journal.facts, id, now) === null);
  }

  /** After a pause, both sides are observed completely. */
  #noticePauses(): void {
    const unpaused = new Set(this.#unpaused().map(({ id }) => id));
    if ([...this.#paused].some(id => unpaused.has(id))) this.#wantEverything();
    const all = this.#journal.mirrors.all().map(({ id }) => id);
    this.#paused = new Set(all.filter(id => !unpaused.has(id)));
  }

  /** When timed pauses end, in milliseconds since the epoch. */
  #pauseEnds(): readonly number[] {
    const now = this.#world.clock.now();
    return this.#journal.mirrors.all().flatMap(({ id }) => pauseOf(this.#journal.facts, id, now)?.until ?? []);
  }

  /**
   * A turn follows every turn, also a failed one: a loop that ended silently would leave everything as it was (W18).
   */
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
    const reasons = await this.#signals.next(this.#quietMs());
    if (this.#stopped) return;
    if (reasons.has('resumed')) await this.#resume();
    const hasLocalChange = reasons.has('local-change');
    if (hasLocalChange) await this.#world.clock.sleep(this.#pace.waitMs(this.#world.clock.elapsed()));
    await this.#engine.power.read();
    this.#noticePauses();
    if (this.#isPaused) return;
    await this.#watchAll();
    if (!this.#mayTry(reasons.has('person'))) return this.#observeLocalSides(hasLocalChange);
    if ((await this.#engine.exclusively(() => this.#pass(hasLocalChange))) === 'rest') await this.#upkeep.atRest();
  }

  /** After a sleep nothing is certain: watchers may have stopped, and both sides may have changed. */
  async #resume(): Promise<void> {
    this.#world.log.info('loop.resumed', {});
    for (const { watching } of this.#watching.values()) await watching.close();
    this.#watching.clear();
    this.#wantEverything();
    await this.#engine.exclusively(async () => this.#engine.followTheClock());
    this.#engine.resume();
  }

  async #pass(hasLocalChange: boolean): Promise<'rest' | 'busy'> {
    if (this.#stopped) return 'busy';
    const { clock } = this.#world;
    // Only an answer of the service ends a stop.
    const remote = this.#engine.stop !== null || clock.elapsed() >= this.#nextPollAt;
    const how = !remote ? 'none' : this.#isForEverything() ? 'everything' : 'due';
    if (how === 'everything') this.#wantsAll = false;
    // Stays requested until it was made, even if a fault ends this pass.
    if (how === 'everything') for (const { id } of this.#unpaused()) this.#journal.listings.requestFullPoll(id);
    const began = clock.elapsed();
    const { done, mustRepeat, readyAt } = await this.#engine.passAll(how);
    const elapsedMs = clock.elapsed();
    if (hasLocalChange) this.#pace.scanned({ done, tookMs: remote ? 0 : elapsedMs - began, elapsedMs });
    if (remote) this.#lookedAt = this.#world.clock.elapsed();
    this.#readyAt = readyAt;
    if (mustRepeat) this.#nextPollAt = 0;
    else if (remote) this.#planPoll();
    if (remote && done === 0 && this.#engine.stop === null) await this.#engine.readExtractions();
    return done === 0 && !mustRepeat ? 'rest' : 'busy';
  }

  /** The service is not asked for now; scanning the local folders does not need it. */
  async #observeLocalSides(hasLocalChange: boolean): Promise<void> {
    const { clock } = this.#world;
    const began = clock.elapsed();
    this.#readyAt = await this.#engine.exclusively(() => this.#engine.observeLocalSides());
    const elapsedMs = clock.elapsed();
    if (hasLocalChange) this.#pace.scanned({ done: 0, tookMs: elapsedMs - began, elapsedMs });
  }

  #wantEverything(): void {
    this.#wantsAll = true;
    this.#nextPollAt = 0;
  }

  #isForEverything(): boolean {
    const { pollSeconds } = readSettings(this.#journal.facts);
    return this.#wantsAll || pollSeconds < QUICK_POLL_SECONDS;
  }

  /** Each poll costs what is due then; a second poll that may confirm a removal comes as soon as it can. */
  #planPoll(): void {
    const { pollSeconds } = readSettings(this.#journal.facts);
    this.#nextPollAt = this.#world.clock.elapsed() + Math.min(pollSeconds * SECOND, this.#proofMs(pollSeconds));
  }

  /** How soon a second poll can confirm that an item is gone; infinite when nothing is missing. */
  #proofMs(pollSeconds: number): number {
    const missed = this.#unpaused().flatMap(({ id }) => [...this.#journal.missing.of(id, 'remote').values()]);
    const now = this.#world.clock.now();
    // An absence that was not confirmed by then needs more than one further poll, and waits for its turn.
    const first = missed
      .map(one => absenceProvenAt(one, pollSeconds))
      .filter(at => at > now)
      .reduce((one, other) => Math.min(one, other), Infinity);
    return Math.max(first - now, SECOND);
  }

  /** A stopped account is not tried until its time has come, or a person asks. */
  #mayTry(personAsks: boolean): boolean {
    const { stop } = this.#engine;
    if (stop === null || (personAsks && stop.until !== null)) return true;
    return stop.until !== null && stop.until <= this.#world.clock.now();
  }

  /** How long nothing will happen without a signal: until the next poll, or the first deadline. */
  #quietMs(): number {
    const { clock } = this.#world;
    const { stop } = this.#engine;
    const now = clock.now();
    const pause = pauseOfAll(this.#journal.facts, now);
    // The system does not report being plugged in: power is checked once a minute.
    const longest = pause?.why === undefined ? HOUR : MINUTE;
    if (pause !== null)
      return Math.max(
        this.#pauseEnds().reduce((least, at) => Math.min(least, at - now), longest),
        20,
      );
    if (stop !== null) return Math.max(Math.min(stop.until ?? now + HOUR, this.#readyAt ?? Infinity) - now, 20);
    const clocks = [...this.#pauseEnds(), ...this.#unpaused().flatMap(mirror => this.#clocksOf(mirror))];
    if (this.#readyAt !== null) clocks.push(this.#readyAt);
    const first = clocks.reduce((least, at) => Math.min(least, at - now), this.#nextPollAt - clock.elapsed());
    return Math.max(first, 20);
  }

  /** When something in a mirror may go on without a signal: the ends of holds and of retry delays. */
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
    // In parallel: a folder that does not answer is waited for for seconds.
    await Promise.all(mirrors.filter(({ id }) => !this.#watching.has(id)).map(mirror => this.#watch(mirror)));
  }

  async #watch({ id, root }: Mirror): Promise<void> {
    // Changes from before the watcher was running are not reported by it.
    this.#engine.pendingScans.loseTrack(id);
    try {
      const watching = await this.#world.watcher.watch(root.path, hint => this.#hear(id, root.path, hint));
      this.#engine.pendingScans.loseTrack(id);
      this.#watching.set(id, { path: root.path, watching });
      this.#logOnce.end(id);
    } catch (error) {
      // Without watcher events each poll comes with a scan, and the next turn tries to watch again.
      const fields = { mirror: id, error: messageOf(error) };
      this.#logOnce.log(id, fields, once => this.#world.log.error('watch.failed', once));
    }
  }

  #hear(mirror: MirrorId, path: string, hint: Hint): void {
    // Where the system watches only parts, an event says that something changed in the mirror, but not reliably where.
    if (this.#world.watcher.how?.(path) === 'parts') this.#engine.pendingScans.loseTrack(mirror);
    else this.#engine.pendingScans.note(mirror, hint);
    this.#signals.note('local-change');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
