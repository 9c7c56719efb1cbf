import { type Fault, FaultError, isAnswer, mayBeLifted, POLICY, toFault } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Transfer } from '../../../shared/features/status/records-model.ts';
import type { SyncReport } from '../../../shared/features/status/model.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { UsedAddresses } from '../../remote/transfer/used-addresses.ts';
import { type ServiceConnection, connectTo, rememberedAccount } from '../account/account.ts';
import { type MirrorContext, newPassState } from '../context/mirror-context.ts';
import { beginningPlacements } from '../context/begin-placements.ts';
import { Commits } from '../context/commit-batch.ts';
import type { EngineParts, AccountStop } from './engine-parts.ts';
import { Epochs } from './epoch.ts';
import { canChange, Extractions } from '../../remote/observe/extractions.ts';
import { limitNow } from '../limits/bandwidth-limits.ts';
import { RequestBudget } from '../limits/request-budget.ts';
import type { PollExtent } from '../../remote/observe/poll.ts';
import { earliestReading, ScanRequests } from './scan-requests.ts';
import { closeVanishedConflicts } from './open-items.ts';
import { observeLocalOnly, mustGoOn, type PassResult, runPass } from './pass.ts';
import { type Pause, PausedDuringPass, pauseOf } from '../limits/pauses.ts';
import { PowerWatch } from '../limits/power.ts';
import { reportOf } from './report.ts';
import { IdlePolling } from '../../remote/observe/idle-polling.ts';
import { endHalt, tryAllRefusedAgain } from '../context/retry.ts';
import { LogOnce } from '../context/log-once.ts';
import { readSettings } from '../context/settings.ts';
import { StopRetries } from './stop-retries.ts';
import { countsOf, Tally } from './tally.ts';
import { TransferBudget } from '../limits/transfer-budget.ts';

/** `sync --once` waits this long for files that keep changing. */
const WAIT_FOR_SETTLING_MS = MINUTE;
/** Most passes of one `sync --once`; more would mean that files change continuously. */
const MOST_PASSES = 100;

/** Files that are still changing, by path, and when they may be read (ms since the epoch). */
type SettlingFiles = PassResult['settling'];

/** Runs passes over all mirrors, one at a time. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #extractions = new Extractions();
  readonly #epochs = new Epochs();
  readonly #idlePolling: IdlePolling;
  readonly #budget: RequestBudget;
  readonly #scans: ScanRequests;
  readonly #transfers: TransferBudget;
  readonly #used = new UsedAddresses();
  readonly #logOnce = new LogOnce();
  #connection: ServiceConnection | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #retries: StopRetries;
  /** Counts of steps done so far, and of the steps of the current round. */
  readonly tally: Tally;
  /** Read by the loop and by status. */
  stop: AccountStop | null = null;
  waitUntil: number | null = null;
  observing = false;
  foldersSeen = 0;
  working = false;
  /** Passes end after the current step, as for a pause, and no new pass begins. */
  closing = false;
  /** What powers this computer. */
  readonly power: PowerWatch;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.power = new PowerWatch(parts.journal.facts, parts.world.power ?? null);
    this.tally = new Tally(parts.onChange, () => parts.world.clock.now());
    this.#transfers = new TransferBudget(parts.world.clock);
    this.#retries = new StopRetries(parts.world);
    this.#scans = new ScanRequests(parts.world.clock);
    this.#budget = new RequestBudget(parts.world.clock, () => readSettings(parts.journal.facts).idleRequests);
    this.#idlePolling = new IdlePolling(parts.journal.mirrors.all(), {
      clock: parts.world.clock,
      budget: this.#budget,
    });
  }

  /** The folders in which something may have changed since the last scan. */
  get pendingScans(): ScanRequests['pending'] {
    return this.#scans.pending;
  }

  get transfers(): readonly Transfer[] {
    return this.tally.transfers;
  }

  /** What is left of the requests for background polling; other background readers share it. */
  get requests(): RequestBudget {
    return this.#budget;
  }

  /** Lets one piece of work at a time change the mirrors: a pass, an answer, a mirror added or removed. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Whether an account is signed in, and the service accepted its key when it was last asked. */
  async accountState(): Promise<'signed-out' | 'access-ended' | 'ready'> {
    const remembered = this.#parts.journal.facts.get('stopped');
    if (remembered === 'signed-out' || remembered === 'access-ended') return remembered;
    return (await rememberedAccount(this.#parts.journal.facts, this.#parts.world)) === null ? 'signed-out' : 'ready';
  }

  /** Forgets the connection after a sign-in or sign-out. */
  renewConnection(): void {
    this.#parts.journal.facts.set('stopped', null);
    this.retryIdleMirrors();
    tryAllRefusedAgain(this.#parts, fault => fault.kind === 'scope' || mayBeLifted(fault));
    this.#connection = null;
    this.stop = null;
    this.#retries.reset();
    this.waitUntil = null;
  }

  /** The same account got a newer token: running requests keep the one they have. */
  refreshConnection(): void {
    this.#connection = null;
  }

  /** Lets idle mirrors be tried once more: a person signed in, or asked for it. */
  retryIdleMirrors(): void {
    this.#idlePolling.tryAgain();
  }

  /** The connection of the signed-in account. @throws FaultError `signed-out`. */
  async connection(): Promise<ServiceConnection> {
    if (this.#connection !== null) return this.#connection;
    const account = await rememberedAccount(this.#parts.journal.facts, this.#parts.world);
    if (account === null) throw new FaultError({ kind: 'signed-out' });
    const { journal, world } = this.#parts;
    this.#connection = connectTo(world, account, {
      onWait: untilMs => {
        this.waitUntil = untilMs;
        if (untilMs !== null) this.#transfers.halve();
        this.#parts.onChange();
      },
      limit: direction => limitNow(journal.facts, world.clock, direction),
      used: this.#used,
    });
    return this.#connection;
  }

  /** Everything needed to work on one mirror. */
  async context(mirror: Mirror): Promise<MirrorContext> {
    const { world, journal, computer } = this.#parts;
    const connection = await this.connection();
    const commits = new Commits(journal, world.clock);
    return {
      world,
      journal,
      mirror,
      computer,
      commits,
      beginPlacing: beginningPlacements({ commits, journal, mirror, world }),
      api: connection.api(mirror.organization),
      storage: connection.storage,
      settings: readSettings(journal.facts),
      ...{ budget: this.#transfers, logOnce: this.#logOnce },
      ...newPassState(),
      isPaused: () => this.closing || this.#pauseOf(mirror) !== null,
      progress: this.tally.progress(journal, mirror.id),
    };
  }

  /**
   * One pass over every mirror. Returns what it did and when files that are still changing may be read. A fault of one
   * mirror halts that mirror; a fault of the account is remembered in `stop` and ends the pass: then only the local
   * sides are observed.
   * @param how much of the service is polled.
   */
  async passAll(how: PollExtent): Promise<{ done: number; mustRepeat: boolean; readyAt: number | null }> {
    const total = { done: 0, mustRepeat: false, readyAt: null as number | null };
    const failing: { mirror: Mirror; fault: Fault }[] = [];
    let tried = 0;
    const before = this.stop;
    this.followTheClock();
    this.working = true;
    try {
      for (const mirror of this.#parts.journal.mirrors.all()) {
        if (this.closing || this.#pauseOf(mirror) !== null || this.#idlePolling.isEnded(mirror)) continue;
        tried += 1;
        if (this.stop === null && this.#idlePolling.isWaiting(mirror)) continue;
        const result = await this.#passOne(mirror, how);
        if (this.stop !== null && this.stop !== before) break;
        if (result.failing !== null) failing.push({ mirror, fault: result.failing });
        total.done += result.done;
        if (result.done > 0) this.#extractions.pollSooner();
        total.mustRepeat ||= result.mustRepeat;
        total.readyAt = earliestReading(total.readyAt, result.settling);
      }
      if (this.stop === before) this.#judgeFailing(failing, tried);
      this.#putOff();
      if (this.stop !== null) total.readyAt = await this.#observeMirrors('due');
    } finally {
      this.working = false;
      this.observing = false;
      this.#parts.onChange();
    }
    return total;
  }

  /**
   * Observes the local sides alone, where something may have changed. Used while the service is not asked: local edits
   * are seen then, and reported as waiting.
   * @returns when files that are still changing may be read.
   */
  async observeLocalSides(): Promise<number | null> {
    this.followTheClock();
    const readyAt = await this.#observeMirrors('none');
    this.#parts.onChange();
    return readyAt;
  }

  /** @param how often a whole folder is scanned: as with polls, or only where no watcher reports changes. */
  async #observeMirrors(how: 'due' | 'none'): Promise<number | null> {
    let readyAt: number | null = null;
    for (const mirror of this.#parts.journal.mirrors.all()) {
      // Only a pass over both sides ends a halt.
      if (this.closing || mirror.halted !== null || this.#pauseOf(mirror) !== null || this.#idlePolling.isEnded(mirror))
        continue;
      readyAt = earliestReading(readyAt, await this.#observeMirror(mirror, how));
    }
    return readyAt;
  }

  async #observeMirror(mirror: Mirror, how: 'due' | 'none'): Promise<SettlingFiles> {
    try {
      const context = await this.#epochs.check(await this.context(mirror));
      return await observeLocalOnly(context, this.#scans.begin(mirror, how));
    } catch (error) {
      const isOfAccount = POLICY[toFault(error).kind].stops === 'account';
      if (!(error instanceof PausedDuringPass) && !isOfAccount) this.#failed(mirror, error);
      return new Map();
    } finally {
      this.pendingScans.passEnded(mirror.id);
    }
  }

  /**
   * Adopts the wall clock's time, exclusively: between two passes no computation holds a time, so all recorded times
   * can be shifted together.
   */
  followTheClock(): void {
    const jumpMs = this.#parts.time.settle();
    if (jumpMs !== 0) this.#scans.shift(jumpMs);
  }

  /** The computer slept: what waits with a growing delay is tried at once. */
  resume(): void {
    this.#retries.reset();
    if (this.stop !== null && this.stop.until !== null) this.stop = { ...this.stop, until: 0 };
  }

  /** These files are on a screen now. */
  noteShownFiles(items: readonly ItemId[]): void {
    const { journal } = this.#parts;
    this.#extractions.show(items.filter(item => canChange(journal.items.extractions.of(item))));
  }

  /** Reads the state of text extraction at the service; no other decision depends on it. */
  async readExtractions(): Promise<void> {
    const all = this.#parts.journal.mirrors.all();
    const mirrors = all.filter(mirror => mirror.halted === null && this.#pauseOf(mirror) === null);
    const contexts = await Promise.all(mirrors.map(mirror => this.context(mirror)));
    const { clock } = this.#parts.world;
    if (await this.#extractions.refresh(contexts, clock)) this.#parts.onChange();
  }

  /** A fault that every mirror has is the service's; a fault that some have halts those, and the others go on. */
  #judgeFailing(failing: readonly { readonly mirror: Mirror; readonly fault: Fault }[], tried: number): void {
    const [first] = failing;
    if (first === undefined) return;
    if (failing.length === tried) this.stop = { fault: first.fault, until: this.#retries.next(first.fault) };
    else for (const { mirror, fault } of failing) this.#parts.journal.mirrors.setHalted(mirror.id, fault);
  }

  /** A stop that this pass did not end, since it failed again or no mirror was tried, is not tried again at once. */
  #putOff(): void {
    const { stop } = this;
    if (stop === null || stop.until === null || stop.until > this.#parts.world.clock.now()) return;
    this.stop = { ...stop, until: this.#retries.next(stop.fault) };
  }

  async #passOne(mirror: Mirror, how: PollExtent): Promise<PassResult & { readonly failing: Fault | null }> {
    const { journal } = this.#parts;
    const nothing = { done: 0, mustRepeat: false, settling: new Map<string, number>() };
    let folders = 0;
    try {
      const context = await this.#epochs.check(await this.context(mirror));
      this.observing = true;
      const result = await runPass(context, {
        ...this.#scans.begin(mirror, how),
        remote: {
          // After a halt, changes at the service may have been missed: only a poll of everything ends it.
          how: mirror.halted === null ? how : 'everything',
          budget: this.#budget,
          mustAnswer: this.stop !== null,
          onFolder: seen => {
            this.foldersSeen = folders = seen;
            this.#parts.onChange();
            mustGoOn(context);
          },
        },
      });
      if (result.done > 0) this.#epochs.noteSteps(mirror.id);
      closeVanishedConflicts(journal);
      if (mirror.halted !== null) endHalt(this.#parts, mirror.id);
      const checkedAt = how === 'none' ? null : journal.listings.oldest(mirror.id);
      if (checkedAt !== null) journal.mirrors.setChecked(mirror.id, checkedAt);
      this.#answered();
      return { ...result, failing: null };
    } catch (error) {
      this.#idlePolling.failed(mirror.id, folders);
      const failing = error instanceof PausedDuringPass ? null : this.#failed(mirror, error);
      return { ...nothing, failing };
    } finally {
      this.pendingScans.passEnded(mirror.id);
    }
  }

  #pauseOf({ id }: Mirror): Pause | null {
    const { journal, world } = this.#parts;
    return pauseOf(journal.facts, id, world.clock.now());
  }

  /** Only an answer of the service ends a stop. */
  #answered(): void {
    if (this.#parts.journal.facts.get('stopped') !== null) this.#parts.journal.facts.set('stopped', null);
    this.stop = null;
    this.#retries.reset();
  }

  /** Handles the fault that ended a pass. @returns it when other mirrors' results decide whether it is the service's. */
  #failed(mirror: Mirror, error: unknown): Fault | null {
    const { journal, world } = this.#parts;
    const fault = toFault(error);
    const detail = fault.kind === 'bug' || fault.kind === 'offline' ? fault.detail : undefined;
    world.log[fault.kind === 'bug' ? 'error' : 'info']('pass.failed', { mirror: mirror.id, fault: fault.kind, detail });
    if (fault.kind === 'failing' || fault.kind === 'link-expired') return fault;
    if (POLICY[fault.kind].stops === 'account' && !this.#isOneOrganizations(mirror, fault)) {
      this.stop = { fault, until: this.#retries.next(fault) };
      if (this.stop.until === null) journal.facts.set('stopped', fault.kind);
      return null;
    }
    journal.mirrors.setHalted(mirror.id, fault);
    if (isAnswer(fault)) this.#answered();
    return null;
  }

  /** Whether access ended for one organization only, and mirrors of others go on. */
  #isOneOrganizations({ organization }: Mirror, fault: Fault): boolean {
    return fault.kind === 'access-ended' && this.#idlePolling.end(organization, this.#parts.journal.mirrors.all());
  }

  /** Runs complete passes until one finds nothing to do, and reports. Waits for no hold. */
  async syncOnce(): Promise<SyncReport> {
    return this.exclusively(async () => {
      const before = countsOf(this.tally);
      this.stop = null;
      this.retryIdleMirrors();
      tryAllRefusedAgain(this.#parts);
      const { clock } = this.#parts.world;
      const giveUpAt = clock.elapsed() + WAIT_FOR_SETTLING_MS;
      await this.power.read();
      // Without a signed-in account this throws, also when there is no mirror.
      await this.connection();
      for (let pass = 0; pass < MOST_PASSES; pass++) {
        const { done, mustRepeat, readyAt } = await this.passAll('everything');
        if (this.stop !== null) break;
        if (readyAt !== null && clock.elapsed() < giveUpAt)
          await clock.sleep(Math.min(Math.max(readyAt - clock.now(), 20), 5 * SECOND));
        else if (done === 0 && !mustRepeat) break;
      }
      return reportOf(this.#parts, { tally: this.tally, before, stop: this.stop });
    });
  }
}
