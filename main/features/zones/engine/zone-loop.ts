import { type Fault, FaultError, POLICY, toFault } from '../../../../shared/fault.ts';
import type { ZoneRound } from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { ZoneStatus } from '../observe/zone-status.ts';
import { repeatInitialScanIfReplaced } from '../observe/initial-scan.ts';
import { alertSkippedFiles, updateAlerts } from '../observe/zone-alerts.ts';
import { retryDelay } from '../observe/retry-delay.ts';
import { isOutsideHours, isPaused, overlapWith, blockingProgram } from '../observe/zone-state.ts';
import type { Zone } from '../records/zone-records.ts';
import { scanZone } from '../observe/scan.ts';
import { ZoneHints } from '../observe/zone-hints.ts';
import { LONGEST_WAIT_MS, RoundStops } from '../send/send-run.ts';
import { Sender } from '../send/sender.ts';
import type { OpenZone, ZoneContext } from '../observe/zone-context.ts';

/**
 * Shortest time between two full scans, in milliseconds; after a long scan the pause is `REST_FACTOR` times its
 * duration.
 */
const LOOK_EVERY_MS = 10 * SECOND;
const REST_FACTOR = 9;
const SHORTEST_MS = 50;
/** If the wall clock drifts from the monotonic clock by this much, it was set or the computer slept. */
const JUMP_MS = 10 * SECOND;
/**
 * Longest retry delay after a failure of the service, and after a failure of our own database, which is cheap to retry.
 */
const MOST_PATIENCE_MS = 5 * MINUTE;
const MOST_PATIENCE_HERE_MS = 10 * SECOND;
/** How often a running scan checks whether a run has become ready to send. */
const ASK_EVERY_MS = SECOND / 4;

/** What a caller asks of a round. */
export interface RoundOptions {
  /** Scan and send at once, regardless of the timers. */
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

/** The sum of two rounds; `stopped` and `waiting` come from the second. */
export function sumOfRounds(one: ZoneRound, other: ZoneRound): ZoneRound {
  return {
    ...other,
    sent: one.sent + other.sent,
    sentBytes: one.sentBytes + other.sentBytes,
    recognised: one.recognised + other.recognised,
    verified: one.verified + other.verified,
    refused: one.refused + other.refused,
  };
}

/** Drives one zone: scans, waits until runs are finished, sends them, verifies what arrived. Rounds never overlap. */
export class ZoneLoop {
  readonly #context: ZoneContext;
  readonly #id: number;
  readonly status: ZoneStatus;
  readonly #sender: Sender;
  readonly #hints: ZoneHints;
  /** Whether the loop was woken by a watcher hint only, in which case nothing may be due yet. */
  #isHintAlone = false;
  #turn: Promise<unknown> = Promise.resolve();
  #running: Promise<void> | null = null;
  #bell = new AbortController();
  #isClosed = false;
  #lookAt = 0;
  /**
   * Nothing is sent before this time (`elapsed`) because sending is not allowed now, such as outside the zone's hours.
   */
  #heldUntil = 0;
  readonly #sending = retryDelay(MOST_PATIENCE_MS);
  readonly #rounds = retryDelay(MOST_PATIENCE_HERE_MS);
  /** Wall clock minus monotonic clock in ms, as of the last round; null before the first. */
  #ahead: number | null = null;

  constructor(context: ZoneContext, id: number) {
    this.#context = context;
    this.#id = id;
    this.status = new ZoneStatus(() => context.changed());
    const { watcher = null, clock } = context.world;
    this.#hints = new ZoneHints({ watcher, elapsed: () => clock.elapsed(), ring: () => this.#wake(true) });
    this.#sender = new Sender(context, this.status, () => this.#mustStop());
  }

  /** Runs rounds until `close`. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Wakes the loop for a round now. */
  wake(): void {
    this.#lookAt = 0;
    this.#heldUntil = 0;
    this.#sending.reset();
    this.#rounds.reset();
    this.#wake(false);
  }

  #wake(isHint: boolean): void {
    this.#isHintAlone = isHint;
    this.#bell.abort();
  }

  /** Ends after the file that is being sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake(false);
    await this.#running;
    await this.#turn;
    await this.#hints.close();
  }

  /**
   * One round.
   * @throws any error that is not about the folder or the service, such as a database that cannot be written.
   */
  async round(wish: RoundOptions = { isAsked: false }): Promise<ZoneRound> {
    try {
      const round = await this.exclusively(open => this.#round(open, wish));
      this.#rounds.reset();
      this.status.cannotRecord = null;
      return round ?? NOTHING;
    } catch (error) {
      const { clock, random } = this.#context.world;
      this.#rounds.failed(clock.elapsed(), random.next());
      this.status.cannotRecord = error instanceof Error ? error.message : 'unknown';
      this.#context.changed();
      throw error;
    }
  }

  /** Runs `work` between two rounds. @returns null when the zone was removed. */
  exclusively<T>(work: (open: OpenZone) => Promise<T>): Promise<T | null> {
    const result = this.#turn.then(async () => {
      const zone = this.#context.records.zones.get(this.#id);
      return zone === null ? null : work({ zone, source: this.#context.world.sources.open(zone.wish.folder) });
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Milliseconds until something may be due. */
  restMs(): number {
    const { clock } = this.#context.world;
    const elapsed = clock.elapsed();
    const untilLook = this.#lookAt - elapsed;
    const readyIn = this.status.readyAt === null ? Infinity : this.status.readyAt - clock.now();
    const untilTry = Math.max(readyIn, this.#tryAt - elapsed);
    const untilHint = (this.#hints.dueAt ?? Infinity) - elapsed;
    const untilRound = this.#rounds.until - elapsed;
    return Math.max(SHORTEST_MS, untilRound, Math.min(untilLook, untilTry, untilHint));
  }

  /** Nothing is sent before this time (`elapsed`). */
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
    // A hint only moves the due time: compute the sleep again instead of running a round.
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

  async #round(open: OpenZone, { isAsked }: RoundOptions): Promise<ZoneRound> {
    const { zone, source } = open;
    const { clock } = this.#context.world;
    this.#followClock(open);
    if (isPaused(zone, clock.now())) {
      this.#lookAt = clock.elapsed() + LOOK_EVERY_MS;
      this.status.readyAt = null;
      this.status.isScanned = false;
      return NOTHING;
    }
    const facts = await source.survey();
    this.status.facts = facts;
    this.status.overlappingMirror = overlapWith(facts, this.#context.mirrors());
    const canLook = facts.is === 'folder' && this.status.overlappingMirror === null;
    if (!canLook) this.status.isScanned = false;
    if (canLook) repeatInitialScanIfReplaced(this.#context, open, facts.folderId);
    let before = NOTHING;
    const isHinted = canLook && !isAsked && (this.#hints.dueAt ?? Infinity) <= clock.elapsed();
    if (isHinted) await this.#lookAtHints(open);
    if (canLook && (isAsked || clock.elapsed() >= this.#lookAt)) before = await this.#look(open);
    else if (!canLook) {
      this.#lookAt = clock.elapsed() + LOOK_EVERY_MS;
      // The watch is bound to the folder that vanished; a folder that appears in its place needs a new one.
      await this.#hints.close();
    }
    const mayTry = isAsked || clock.elapsed() >= this.#tryAt;
    const maySend = canLook && !(await this.#isHeldUp(zone));
    // Avoids asking again in each pass while sending is not allowed.
    if (!maySend) this.#heldUntil = clock.elapsed() + LOOK_EVERY_MS;
    const round = maySend && mayTry ? await this.#send(open) : NOTHING;
    await this.#finish(open);
    return { ...sumOfRounds(before, round), waiting: this.status.waiting };
  }

  /**
   * Shifts the waiting files when the wall clock jumps, so that waiting follows real time: a clock set forward must not
   * make a file count as finished while it is being written, and a clock set back must not delay it.
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
      records.files.capRetry(zone.id, now + LONGEST_WAIT_MS);
    });
  }

  /** Runs a full scan and sends runs that become ready during it. @returns what was sent. */
  async #look(open: OpenZone): Promise<ZoneRound> {
    const { clock } = this.#context.world;
    const before = clock.elapsed();
    let done = NOTHING;
    let [askAt, sendingMs] = [before + ASK_EVERY_MS, 0];
    const between = async (): Promise<boolean> => {
      const now = clock.elapsed();
      if (this.#isClosed || now < askAt) return !this.#isClosed;
      if (await this.#isSettled(open)) done = sumOfRounds(done, await this.#send(open));
      askAt = clock.elapsed() + ASK_EVERY_MS;
      sendingMs += clock.elapsed() - now;
      return !this.#isClosed;
    };
    try {
      const report = await scanZone(this.#context, open, { between, root: this.status.facts?.folderId ?? null });
      if (!report.isComplete) return done;
      this.status.scanned(report);
      const { facts } = this.status;
      // On a network share the system does not report changes made by other computers.
      if (this.#running !== null && facts !== null && facts.volume !== 'network')
        await this.#hints.listen(facts.realPath, report.folders);
      this.#context.records.zones.setChecked(open.zone.id, clock.now());
      alertSkippedFiles(this.#context, open.zone);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      this.status.facts = this.status.facts === null ? null : { ...this.status.facts, is: 'unreadable' };
      this.status.isScanned = false;
    }
    const took = clock.elapsed() - before - sendingMs;
    this.#lookAt = clock.elapsed() + Math.max(LOOK_EVERY_MS, took * REST_FACTOR);
    return done;
  }

  /** Scans the folders named by watcher events. Changes without an event are found by the next full scan. */
  async #lookAtHints(open: OpenZone): Promise<void> {
    const { clock } = this.#context.world;
    const before = clock.elapsed();
    for (const top of this.#hints.take(open.zone.wish))
      await scanZone(this.#context, open, { top, isShallow: true }).catch((error: unknown) => {
        if (!(error instanceof FaultError)) throw error;
      });
    this.#hints.rest(clock.elapsed() - before);
  }

  /** Whether a run is ready and may be sent now. */
  async #isSettled({ zone }: OpenZone): Promise<boolean> {
    const { clock } = this.#context.world;
    this.#sender.computeReadyTime(zone);
    const { readyAt } = this.status;
    const isDue = readyAt !== null && readyAt <= clock.now() && clock.elapsed() >= this.#tryAt;
    return isDue && !(await this.#isHeldUp(zone));
  }

  /** Whether sending has to wait for the zone's hours or for a program to end. */
  async #isHeldUp(zone: Zone): Promise<boolean> {
    const { pauseWhile } = zone.wish;
    this.status.isOutsideHours = isOutsideHours(zone, this.#context.world.clock);
    this.status.blockingProgram =
      pauseWhile.length === 0 ? null : blockingProgram(pauseWhile, await this.#context.runningPrograms());
    return this.status.isOutsideHours || this.status.blockingProgram !== null;
  }

  /** Whether sending stops after the current file. */
  async #mustStop(): Promise<boolean> {
    const zone = this.#isClosed ? null : this.#context.records.zones.get(this.#id);
    return zone === null || isPaused(zone, this.#context.world.clock.now()) || this.#isHeldUp(zone);
  }

  async #send(open: OpenZone): Promise<ZoneRound> {
    try {
      const done = await this.#sender.round(open);
      this.status.stop = null;
      this.#sending.reset();
      return { ...NOTHING, ...done };
    } catch (error) {
      const stops = error instanceof RoundStops ? error : null;
      // Not a fault of the service, so it is an error of our own database: it ends the round, and there is no service
      // to wait for.
      if (stops === null && !(error instanceof FaultError)) throw error;
      const fault = stops?.fault ?? toFault(error);
      if (stops === null && (fault.kind === 'bug' || POLICY[fault.kind].stops !== 'account'))
        this.#context.world.log.error('zones.send', { fault: fault.kind });
      this.status.stop = { fault, isDestination: stops?.isDestination ?? false };
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
    this.#sender.computeReadyTime(zone);
    updateAlerts(this.#context, zone, this.status);
    await this.#context.records.audit.flush().then(
      () => (this.status.isLedgerFull = false),
      () => (this.status.isLedgerFull = true),
    );
    this.#context.changed();
  }
}
