import { FaultError, POLICY, toFault } from '../../shared/fault.ts';
import type { Fault } from '../../shared/fault.ts';
import type { MirrorId } from '../../shared/ids.ts';
import type { Transfer } from '../../shared/model/records.ts';
import { faultLine } from '../../shared/text/faults.ts';
import type { SyncReport } from '../../shared/model/sync.ts';
import { MINUTE, SECOND } from '../../shared/units.ts';
import { backoffMs } from '../core/backoff.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/mirrors.ts';
import { Settling } from '../local/settling.ts';
import type { World } from '../ports/world.ts';
import { linkTo, rememberedAccount } from './account.ts';
import type { Link } from './account.ts';
import type { Bench } from './bench.ts';
import { Epochs } from './epoch.ts';
import { Extractions } from './extractions.ts';
import { closeVanishedConflicts, openItems, pausedItem } from './open-items.ts';
import { mustGoOn, runPass } from './pass.ts';
import { PausedMeanwhile, pauseOf } from './pauses.ts';
import type { Pause } from './pauses.ts';
import { readSettings } from './settings.ts';
import { Tally } from './tally.ts';
import type { Timekeeping } from './timekeeping.ts';

/** What the engine is made of. */
export interface EngineParts {
  /** With the clock of `time`. */
  readonly world: World;
  readonly time: Timekeeping;
  readonly journal: Journal;
  readonly computer: string;
  /** Told (often) that something a window may show has changed. */
  readonly onChange: () => void;
}

/** What stops the whole account, and until when (ms since the epoch; null: until a person acts). */
export interface AccountStop {
  readonly fault: Fault;
  readonly until: number | null;
}

/** Files that keep changing are waited for this long by `sync --once`. */
const WAIT_FOR_SETTLING_MS = MINUTE;
/** Passes of one `sync --once`; more would mean that somebody changes things all the time. */
const MOST_PASSES = 100;

/** Acts: one pass at a time over all mirrors, whoever asks for it. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #settling = new Map<MirrorId, Settling>();
  readonly #extractions = new Extractions();
  readonly #epochs = new Epochs();
  #link: Link | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #attempts = 0;
  readonly #tally: Tally;
  /** What the loop and the status want to know. */
  stop: AccountStop | null = null;
  waitUntil: number | null = null;
  looking = false;
  foldersSeen = 0;
  working = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#tally = new Tally(parts.onChange);
  }

  /** Things done so far, and steps of the round at hand. */
  get tally(): Tally {
    return this.#tally;
  }

  get transfers(): readonly Transfer[] {
    return this.#tally.transfers;
  }

  /** Lets one piece of work at a time touch the mirrors: a pass, an answer, a mirror added or removed. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Whether somebody is signed in, and the service still accepted the key when it was last asked. */
  async standing(): Promise<'signed-out' | 'access-ended' | 'ready'> {
    const remembered = this.#parts.journal.facts.get('stopped');
    if (remembered === 'signed-out' || remembered === 'access-ended') return remembered;
    return (await rememberedAccount(this.#parts.journal.facts, this.#parts.world)) === null ? 'signed-out' : 'ready';
  }

  /** Forgets the connection: somebody signed in or out. */
  renewLink(): void {
    this.#parts.journal.facts.set('stopped', null);
    this.#link = null;
    this.stop = null;
    this.#attempts = 0;
    this.waitUntil = null;
  }

  /** The connection of the signed-in account. @throws FaultError `signed-out`. */
  async link(): Promise<Link> {
    if (this.#link !== null) return this.#link;
    const account = await rememberedAccount(this.#parts.journal.facts, this.#parts.world);
    if (account === null) throw new FaultError({ kind: 'signed-out' });
    this.#link = linkTo(this.#parts.world, account, untilMs => {
      this.waitUntil = untilMs;
      this.#parts.onChange();
    });
    return this.#link;
  }

  /** Everything needed to work on one mirror. */
  async bench(mirror: Mirror): Promise<Bench> {
    const { world, journal, computer } = this.#parts;
    const link = await this.link();
    return {
      world,
      journal,
      mirror,
      computer,
      api: link.api(mirror.organization),
      storage: link.storage,
      settings: readSettings(journal.facts),
      isPaused: () => this.#pauseOf(mirror) !== null,
      progress: this.#tally.progress(journal, mirror.id),
    };
  }

  /**
   * One pass over every mirror. Returns what it did and when files that are still changing may be read.
   * A fault of one mirror halts that mirror; a fault of the account is remembered in `stop` and ends the pass.
   */
  async passAll(looks: { remote: boolean }): Promise<{ done: number; again: boolean; readyAt: number | null }> {
    const total = { done: 0, again: false, readyAt: null as number | null };
    this.followTheClock();
    this.working = true;
    try {
      for (const mirror of this.#parts.journal.mirrors.all()) {
        if (this.#pauseOf(mirror) !== null) continue;
        const result = await this.#passOne(mirror, looks.remote);
        if (this.stop !== null) break;
        total.done += result.done;
        if (result.done > 0) this.#extractions.hurry();
        total.again ||= result.again;
        for (const readyAt of result.settling.values()) total.readyAt = Math.min(total.readyAt ?? readyAt, readyAt);
      }
    } finally {
      this.working = false;
      this.looking = false;
      this.#parts.onChange();
    }
    return total;
  }

  /** Goes over to the wall's time, exclusively: between two passes nobody reckons with one, so that all of it can jump. */
  followTheClock(): void {
    const jumpMs = this.#parts.time.settle();
    if (jumpMs !== 0) for (const settling of this.#settling.values()) settling.shift(jumpMs);
  }

  /** The computer slept: what was waited for with a growing delay is tried at once. */
  resume(): void {
    this.#attempts = 0;
    if (this.stop !== null && this.stop.until !== null) this.stop = { ...this.stop, until: 0 };
  }

  /** Learns how the reading of texts went on at the service; nothing else depends on it. */
  async readExtractions(): Promise<void> {
    const all = this.#parts.journal.mirrors.all();
    const mirrors = all.filter(mirror => mirror.halted === null && this.#pauseOf(mirror) === null);
    const benches = await Promise.all(mirrors.map(mirror => this.bench(mirror)));
    const { clock } = this.#parts.world;
    if (await this.#extractions.refresh(benches, clock.elapsed())) this.#parts.onChange();
  }

  async #passOne(mirror: Mirror, remote: boolean): Promise<Awaited<ReturnType<typeof runPass>>> {
    const { journal, world } = this.#parts;
    const nothing = { done: 0, again: false, settling: new Map<string, number>() };
    try {
      const bench = await this.bench(mirror);
      await this.#epochs.check(bench);
      this.looking = true;
      const result = await runPass(bench, {
        remote,
        settling: this.#settlingOf(mirror.id),
        onFolder: seen => {
          this.#saw(seen);
          mustGoOn(bench);
        },
      });
      if (result.done > 0) this.#epochs.worked(mirror.id);
      closeVanishedConflicts(journal);
      if (mirror.halted !== null) journal.mirrors.setHalted(mirror.id, null);
      if (remote) journal.mirrors.setChecked(mirror.id, world.clock.now());
      this.#succeeded();
      return result;
    } catch (error) {
      if (!(error instanceof PausedMeanwhile)) this.#failed(mirror, error);
      return nothing;
    }
  }

  #pauseOf({ id }: Mirror): Pause | null {
    const { journal, world } = this.#parts;
    return pauseOf(journal.facts, id, world.clock.now());
  }

  #saw(folders: number): void {
    this.foldersSeen = folders;
    this.#parts.onChange();
  }

  #succeeded(): void {
    if (this.#parts.journal.facts.get('stopped') !== null) this.#parts.journal.facts.set('stopped', null);
    this.stop = null;
    this.#attempts = 0;
  }

  /** What a pass could not do by itself: the account's troubles stop everybody, the mirror's only the mirror. */
  #failed(mirror: Mirror, error: unknown): void {
    const { journal, world } = this.#parts;
    const fault = toFault(error);
    const detail = fault.kind === 'bug' || fault.kind === 'offline' ? fault.detail : undefined;
    world.log[fault.kind === 'bug' ? 'error' : 'info']('pass.failed', { mirror: mirror.id, fault: fault.kind, detail });
    if (POLICY[fault.kind].stops === 'account' || fault.kind === 'failing' || fault.kind === 'link-expired') {
      this.stop = { fault, until: this.#retryAt(fault) };
      if (this.stop.until === null) journal.facts.set('stopped', fault.kind);
      return;
    }
    journal.mirrors.setHalted(mirror.id, fault);
  }

  #retryAt(fault: Fault): number | null {
    if (POLICY[fault.kind].retry === 'never') return null;
    this.#attempts += 1;
    const { clock, random } = this.#parts.world;
    const asked = fault.kind === 'busy' ? fault.retryAfterMs : null;
    return clock.now() + Math.max(asked ?? 0, backoffMs(this.#attempts, random.next()));
  }

  #settlingOf(mirror: MirrorId): Settling {
    let settling = this.#settling.get(mirror);
    if (settling === undefined) this.#settling.set(mirror, (settling = new Settling()));
    return settling;
  }

  /** Complete passes until one finds nothing to do, then what came of it. Waits for no hold. */
  async once(): Promise<SyncReport> {
    return this.exclusively(async () => {
      const before = countsOf(this.#tally);
      this.stop = null;
      const { clock } = this.#parts.world;
      const giveUpAt = clock.elapsed() + WAIT_FOR_SETTLING_MS;
      // Where nobody is signed in there is something to say even without a mirror.
      await this.link();
      for (let pass = 0; pass < MOST_PASSES; pass++) {
        const { done, again, readyAt } = await this.passAll({ remote: true });
        if (this.stop !== null) break;
        if (readyAt !== null && clock.elapsed() < giveUpAt)
          await clock.sleep(Math.min(Math.max(readyAt - clock.now(), 20), 5 * SECOND));
        else if (done === 0 && !again) break;
      }
      return this.#report(before);
    });
  }

  #report(before: Counts): SyncReport {
    const { journal, world } = this.#parts;
    const now = countsOf(this.#tally);
    const asking = { journal, world, settings: readSettings(journal.facts) };
    const mirrors = journal.mirrors.all();
    const open = mirrors.map(mirror => openItems(asking, mirror));
    const paused = mirrors.flatMap(mirror => pausedItem(mirror, this.#pauseOf(mirror)));
    return {
      sent: now.sent - before.sent,
      received: now.received - before.received,
      moved: now.moved - before.moved,
      removed: now.removed - before.removed,
      held: [...paused, ...open.flatMap(({ held }) => held)],
      blocked: open.flatMap(({ blocked }) => blocked),
      conflicted: open.flatMap(({ conflicted }) => conflicted),
      guarded: journal.guards.all().some(({ answer }) => answer === null),
      stopped: this.stop === null ? null : { kind: this.stop.fault.kind, text: faultLine(this.stop.fault) },
    };
  }
}

interface Counts {
  readonly sent: number;
  readonly received: number;
  readonly moved: number;
  readonly removed: number;
}

function countsOf({ sent, received, moved, removed }: Tally): Counts {
  return { sent, received, moved, removed };
}
