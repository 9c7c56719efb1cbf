import { FaultError, POLICY, toFault } from '../../../../shared/fault.ts';
import type { Fault } from '../../../../shared/fault.ts';
import type { ZoneRound } from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { Live } from '../observe/live-runs.ts';
import { beginFirstLookAnew } from '../observe/first-scan.ts';
import { tellOfLeftLate } from '../observe/late-files.ts';
import { patience } from '../observe/scan-patience.ts';
import { programAhead } from '../observe/programs-ahead.ts';
import type { Zone } from '../records/zone-records.ts';
import { scan } from '../observe/scan.ts';
import { ZoneHints } from '../observe/zone-hints.ts';
import { LONGEST_WAIT_MS, RoundStops } from '../send/send-run.ts';
import { Sender } from '../send/sender.ts';
import { watchOver } from '../observe/overdue-alerts.ts';
import type { OpenZone, ZoneContext } from '../observe/zone-context.ts';
import { isOutside, isPaused, overlapWith } from '../observe/zone-state.ts';

/** How often a folder is gone through, in milliseconds; a long look rests nine times as long as it took. */
const LOOK_EVERY_MS = 10 * SECOND;
const REST_FACTOR = 9;
const SHORTEST_MS = 50;
/** A clock that runs away from the time that passes by so much was set, or the computer slept. */
const JUMP_MS = 10 * SECOND;
/** The longest wait after something failed at the service, and here: our own records cost nothing to try. */
const MOST_PATIENCE_MS = 5 * MINUTE;
const MOST_PATIENCE_HERE_MS = 10 * SECOND;
/** During a long look it is asked so often whether something has settled. */
const ASK_EVERY_MS = SECOND / 4;

/** What a round is asked for beyond what is due. */
export interface RoundWish {
  /** Look and send now, whatever was waited for. */
  readonly isAsked: boolean;
}

const NOTHING: ZoneRound = {
  sent: 0,
  sentBytes: 0,
  recognised: 0,
  verified: 0,
  refused: 0,
  waiting: 0,
  stopped: null,
};

/** What two rounds did, as one. */
export function added(one: ZoneRound, other: ZoneRound): ZoneRound {
  return {
    ...other,
    sent: one.sent + other.sent,
    sentBytes: one.sentBytes + other.sentBytes,
    recognised: one.recognised + other.recognised,
    verified: one.verified + other.verified,
    refused: one.refused + other.refused,
  };
}

/** Keeps one zone going: looks, waits until runs are finished, sends, proves. One round at a time, whoever asks for it. */
export class ZoneLoop {
  readonly #context: ZoneContext;
  readonly #id: number;
  readonly live: Live;
  readonly #sender: Sender;
  readonly #hints: ZoneHints;
  /** Only a hint rang: there may be nothing to do yet. */
  #isHintAlone = false;
  #turn: Promise<unknown> = Promise.resolve();
  #running: Promise<void> | null = null;
  #bell = new AbortController();
  #isClosed = false;
  #lookAt = 0;
  /** Until when nothing is sent because it may not, such as outside of its hours. */
  #heldUntil = 0;
  readonly #sending = patience(MOST_PATIENCE_MS);
  readonly #rounds = patience(MOST_PATIENCE_HERE_MS);
  /** How far the clock is before the time that passes, in ms; null: it was not looked at yet. */
  #ahead: number | null = null;

  constructor(context: ZoneContext, id: number) {
    this.#context = context;
    this.#id = id;
    this.live = new Live(() => context.changed());
    const { watcher = null, clock } = context.world;
    this.#hints = new ZoneHints({ watcher, elapsed: () => clock.elapsed(), ring: () => this.#wake(true) });
    this.#sender = new Sender(context, this.live, () => this.#mustStop());
  }

  /** Goes on until `close`. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** There is something to look at now. */
  poke(): void {
    this.#lookAt = 0;
    this.#heldUntil = 0;
    this.#sending.over();
    this.#rounds.over();
    this.#wake(false);
  }

  #wake(isHint: boolean): void {
    this.#isHintAlone = isHint;
    this.#bell.abort();
  }

  /** Ends after what is on its way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake(false);
    await this.#running;
    await this.#turn;
    await this.#hints.close();
  }

  /** One round. @throws what is no fault of the zone's surroundings, such as a record that cannot be written. */
  async round(wish: RoundWish = { isAsked: false }): Promise<ZoneRound> {
    try {
      const round = await this.exclusively(open => this.#round(open, wish));
      this.#rounds.over();
      this.live.cannotRecord = null;
      return round ?? NOTHING;
    } catch (error) {
      const { clock, random } = this.#context.world;
      this.#rounds.failed(clock.elapsed(), random.next());
      this.live.cannotRecord = error instanceof Error ? error.message : 'unknown';
      this.#context.changed();
      throw error;
    }
  }

  /** Does something while no round is under way. @returns null when the zone is no more. */
  exclusively<T>(work: (open: OpenZone) => Promise<T>): Promise<T | null> {
    const result = this.#turn.then(async () => {
      const zone = this.#context.records.zones.get(this.#id);
      return zone === null ? null : work({ zone, source: this.#context.world.sources.open(zone.wish.folder) });
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** How long nothing is to be done, in milliseconds. */
  restMs(): number {
    const { clock } = this.#context.world;
    const elapsed = clock.elapsed();
    const untilLook = this.#lookAt - elapsed;
    const readyIn = this.live.readyAt === null ? Infinity : this.live.readyAt - clock.now();
    const untilTry = Math.max(readyIn, this.#tryAt - elapsed);
    const untilHint = (this.#hints.dueAt ?? Infinity) - elapsed;
    const untilRound = this.#rounds.until - elapsed;
    return Math.max(SHORTEST_MS, untilRound, Math.min(untilLook, untilTry, untilHint));
  }

  /** Until when nothing is sent, on the scale of `elapsed`. */
  get #tryAt(): number {
    return Math.max(this.#heldUntil, this.#sending.until);
  }

  async #run(): Promise<void> {
    const { log } = this.#context.world;
    while (!this.#isClosed) {
      try {
        await this.round();
      } catch (error) {
        log.error('zones.round', { error: error instanceof Error ? error.message : 'unknown' });
      }
      await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    // With a hint it is reckoned anew how long.
    do {
      if (this.#isClosed) return;
      this.#isHintAlone = false;
      this.#bell = new AbortController();
      const { signal } = this.#bell;
      try {
        await this.#context.world.clock.sleep(this.restMs(), signal);
        return;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    } while (this.#isHintAlone);
  }

  async #round(open: OpenZone, { isAsked }: RoundWish): Promise<ZoneRound> {
    const { zone, source } = open;
    const { clock } = this.#context.world;
    this.#followClock(open);
    if (isPaused(zone, clock.now())) {
      this.#lookAt = clock.elapsed() + LOOK_EVERY_MS;
      this.live.readyAt = null;
      this.live.isSeen = false;
      return NOTHING;
    }
    const facts = await source.survey();
    this.live.facts = facts;
    this.live.overlap = overlapWith(facts, this.#context.mirrors());
    const canLook = facts.is === 'folder' && this.live.overlap === null;
    if (!canLook) this.live.isSeen = false;
    if (canLook) beginFirstLookAnew(this.#context, open, facts.folderId);
    let before = NOTHING;
    const isHinted = canLook && !isAsked && (this.#hints.dueAt ?? Infinity) <= clock.elapsed();
    if (isHinted) await this.#lookAtHints(open);
    if (canLook && (isAsked || clock.elapsed() >= this.#lookAt)) before = await this.#look(open);
    else if (!canLook) {
      this.#lookAt = clock.elapsed() + LOOK_EVERY_MS;
      // What comes back in its place is another folder.
      await this.#hints.close();
    }
    const mayTry = isAsked || clock.elapsed() >= this.#tryAt;
    const maySend = canLook && !(await this.#isHeldUp(zone));
    // What is ready is not asked for again and again while it may not go.
    if (!maySend) this.#heldUntil = clock.elapsed() + LOOK_EVERY_MS;
    const round = maySend && mayTry ? await this.#send(open) : NOTHING;
    await this.#finish(open);
    return { ...added(before, round), waiting: this.live.waiting };
  }

  /**
   * What waits does so by the time that passes: a clock set forward must not make a file count as finished that is still
   * being written, and one set back must not keep it waiting.
   */
  #followClock({ zone }: OpenZone): void {
    const { records, world } = this.#context;
    const now = world.clock.now();
    const ahead = now - world.clock.elapsed();
    const byMs = this.#ahead === null ? 0 : Math.round(ahead - this.#ahead);
    this.#ahead = ahead;
    records.transaction(() => {
      if (Math.abs(byMs) >= JUMP_MS) {
        records.files.shift(zone.id, byMs);
        records.audit.add(now, 'clock jumped', { zone: zone.wish.name, byMs });
      }
      records.files.notLaterThan(zone.id, now + LONGEST_WAIT_MS);
    });
  }

  /** @returns what was sent meanwhile. */
  async #look(open: OpenZone): Promise<ZoneRound> {
    const { clock } = this.#context.world;
    const before = clock.elapsed();
    let done = NOTHING;
    let [askAt, sendingMs] = [before + ASK_EVERY_MS, 0];
    const between = async (): Promise<boolean> => {
      const now = clock.elapsed();
      if (this.#isClosed || now < askAt) return !this.#isClosed;
      if (await this.#isSettled(open)) done = added(done, await this.#send(open));
      askAt = clock.elapsed() + ASK_EVERY_MS;
      sendingMs += clock.elapsed() - now;
      return !this.#isClosed;
    };
    try {
      const report = await scan(this.#context, open, { between, root: this.live.facts?.folderId ?? null });
      if (!report.isWhole) return done;
      this.live.looked(report);
      const { facts } = this.live;
      // On a share nobody says what others change there.
      if (this.#running !== null && facts !== null && facts.volume !== 'network')
        await this.#hints.listen(facts.realPath, report.folders);
      this.#context.records.zones.setChecked(open.zone.id, clock.now());
      tellOfLeftLate(this.#context, open.zone);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      this.live.facts = this.live.facts === null ? null : { ...this.live.facts, is: 'unreadable' };
      this.live.isSeen = false;
    }
    const took = clock.elapsed() - before - sendingMs;
    this.#lookAt = clock.elapsed() + Math.max(LOOK_EVERY_MS, took * REST_FACTOR);
    return done;
  }

  /** Looks at the places that the system's events spoke of. What they do not tell of, the next whole look finds. */
  async #lookAtHints(open: OpenZone): Promise<void> {
    const { clock } = this.#context.world;
    const before = clock.elapsed();
    for (const top of this.#hints.take(open.zone.wish))
      await scan(this.#context, open, { top, isShallow: true }).catch((error: unknown) => {
        if (!(error instanceof FaultError)) throw error;
      });
    this.#hints.rest(clock.elapsed() - before);
  }

  /** Whether something may be sent at this moment. */
  async #isSettled({ zone }: OpenZone): Promise<boolean> {
    const { clock } = this.#context.world;
    this.#sender.lookAhead(zone);
    const { readyAt } = this.live;
    const isDue = readyAt !== null && readyAt <= clock.now() && clock.elapsed() >= this.#tryAt;
    return isDue && !(await this.#isHeldUp(zone));
  }

  /** Whether it has to wait for other hours, or for a program to end. */
  async #isHeldUp(zone: Zone): Promise<boolean> {
    const { pauseWhile } = zone.wish;
    this.live.isOutsideHours = isOutside(zone, this.#context.world.clock);
    this.live.programAhead = pauseWhile.length === 0 ? null : programAhead(pauseWhile, await this.#context.running());
    return this.live.isOutsideHours || this.live.programAhead !== null;
  }

  /** Whether what is under way ends after the file that is. */
  async #mustStop(): Promise<boolean> {
    const zone = this.#isClosed ? null : this.#context.records.zones.get(this.#id);
    return zone === null || isPaused(zone, this.#context.world.clock.now()) || this.#isHeldUp(zone);
  }

  async #send(open: OpenZone): Promise<ZoneRound> {
    try {
      const done = await this.#sender.round(open);
      this.live.stop = null;
      this.#sending.over();
      return { ...NOTHING, ...done };
    } catch (error) {
      const stops = error instanceof RoundStops ? error : null;
      // What is no fault of the service's is one of our own records: that ends the round, and is no reason to wait for it.
      if (stops === null && !(error instanceof FaultError)) throw error;
      const fault = stops?.fault ?? toFault(error);
      if (stops === null && (fault.kind === 'bug' || POLICY[fault.kind].stops !== 'account'))
        this.#context.world.log.error('zones.send', { fault: fault.kind });
      this.live.stop = { fault, isDestination: stops?.isDestination ?? false };
      this.#wait(fault);
      return { ...NOTHING, ...this.#sender.done, stopped: { kind: fault.kind, text: zoneTexts.fault(fault) } };
    }
  }

  #wait(fault: Fault): void {
    const { clock, random } = this.#context.world;
    const asked = fault.kind === 'busy' ? (fault.retryAfterMs ?? 0) : 0;
    this.#sending.failed(clock.elapsed(), random.next(), asked);
    this.#lookAt = Math.max(this.#lookAt, clock.elapsed() + SECOND);
  }

  async #finish({ zone }: OpenZone): Promise<void> {
    this.#sender.lookAhead(zone);
    watchOver(this.#context, zone, this.live);
    await this.#context.records.audit.flush().then(
      () => (this.live.isLedgerFull = false),
      () => (this.live.isLedgerFull = true),
    );
    this.#context.changed();
  }
}
