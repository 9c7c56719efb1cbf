import type { Item } from '../../main/core/item.ts';
import type { Disk } from '../../main/ports/disk.ts';
import type { SyncReport } from '../../shared/model/sync.ts';
import { actAt, actThere } from './actors.ts';
import type { Story } from './actors.ts';
import { Computer, FOLDER } from './computer.ts';
import type { Surroundings } from './computer.ts';
import { Dice } from './dice.ts';
import { FakeClock } from './fake-clock.ts';
import type { FakeServer, HttpTrouble } from './fake-http.ts';
import { INSTEAD } from './fake-http.ts';
import { FakeService } from './fake-service.ts';
import { mustBeSettled, mustBeWhole, mustBeWithinReach, serviceFiles } from './invariants.ts';
import type { Checked } from './invariants.ts';
import { Ledger } from './ledger.ts';
import { watchRaces } from './races.ts';
import { Scheduler } from './scheduler.ts';
import type { Moment, Verdict } from './scheduler.ts';

/** One run: two computers, one service, a colleague, and whatever may go wrong; all from a seed. */
export interface RunOptions {
  readonly seed: number;
  /** Puts a deliberate mistake into every disk. */
  readonly spoil?: (disk: Disk) => Disk;
  /** Told everything that people do and that goes wrong. */
  readonly story?: Story;
}

/** What a run was like, for the sums. */
export interface RunResult {
  readonly steps: number;
  readonly crashes: number;
  readonly troubles: number;
}

/** Steps after which a run that does not come to rest is taken for endless (I8). */
const MOST_STEPS = 400_000;
/** What people do while a sync is under way, at most: trees must not grow without end. */
const MOST_ACTS_MEANWHILE = 10;
/** Rounds of syncing at the end after which everything must rest. */
const MOST_SETTLING = 40;

/** Runs one seed. @throws Error with the seed when an invariant is broken. */
export async function simulate(options: RunOptions): Promise<RunResult> {
  const run = new Run(options);
  try {
    await run.play();
    run.release();
    return run.result();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    run.tellRecords();
    throw new Error(`seed ${options.seed}: ${why}`, { cause: error });
  }
}

class Run {
  readonly #dice: Dice;
  readonly #clock = new FakeClock();
  readonly #scheduler: Scheduler;
  readonly #service: FakeService;
  readonly #ledger = new Ledger();
  readonly #story: Story;
  readonly #computers: readonly Computer[];
  readonly #root: string;
  /** Of its own, so that what the clocks do changes nothing else. */
  readonly #jumps: Dice;
  readonly #chances: { fault: number; crash: number; act: number };
  #mischief = false;
  #actsLeft = 0;
  #crashes = 0;
  #troubles = 0;

  constructor({ seed, spoil, story }: RunOptions) {
    this.#dice = new Dice(seed);
    this.#jumps = new Dice(seed + 1_000_003);
    this.#story = story ?? (() => undefined);
    const dice = this.#dice.fork();
    this.#chances = {
      fault: dice.pick([0, 0.02, 0.1]),
      crash: dice.pick([0, 0.003, 0.01]),
      act: dice.pick([0, 0.01, 0.04]),
    };
    this.#scheduler = new Scheduler(this.#dice.fork(), this.#clock);
    const ids = this.#dice.fork();
    this.#service = new FakeService({ now: () => this.#clock.now(), uuid: () => ids.uuid() });
    watchRaces(this.#service, this.#ledger);
    this.#root = this.#service.colleague(0).createFolder(null, 'Lab');
    const surroundings: Surroundings = {
      scheduler: this.#scheduler,
      clock: this.#clock,
      dice: this.#dice.fork(),
      server: serverOf(this.#service),
      trouble: request => this.#trouble(request),
      spoil: spoil ?? (disk => disk),
    };
    this.#computers = ['Ada', 'Ben'].slice(0, dice.pick([1, 2, 2])).map(name => new Computer(name, surroundings));
    const moments = this.#dice.fork();
    this.#scheduler.mischief = moment => this.#atMoment(moment, moments);
  }

  result(): RunResult {
    return { steps: this.#scheduler.stepCount, crashes: this.#crashes, troubles: this.#troubles };
  }

  release(): void {
    for (const computer of this.#computers) computer.release();
  }

  /** What the computers have recorded, for the story of a failure. */
  tellRecords(): void {
    for (const computer of this.#computers)
      for (const mirror of computer.journal.mirrors.all())
        for (const item of computer.journal.items.tree(mirror.id, mirror.rootItem).items.values())
          this.#story(`${computer.name} ${recordText(item)}`);
  }

  async play(): Promise<void> {
    const acting = this.#dice.fork();
    for (let count = acting.below(6); count > 0; count--) this.#actSomewhere(acting);
    for (const computer of this.#computers) await this.#setUp(computer);
    await this.#settle();
    for (let round = 1 + acting.below(4); round > 0; round--) {
      for (let count = 1 + acting.below(5); count > 0; count--) this.#actSomewhere(acting);
      await this.#badDay(acting);
      if (acting.chance(0.5)) await this.#settle();
    }
    await this.#settle();
    await this.#mustBeIdle();
  }

  async #setUp(computer: Computer): Promise<void> {
    await this.#drive(computer.start());
    const { handlers } = computer.app;
    const key = this.#service.users[0]?.apiKey ?? '';
    await this.#drive(handlers['account.signIn']({ service: this.#service.baseUrl, key, store: null }));
    await this.#drive(handlers['mirrors.add']({ remote: this.#root, local: FOLDER, mode: 'two-way' }));
    const hold = this.#dice.pick(['0', '5', '60']);
    for (const [name, value] of [
      ['deleteHoldSeconds', hold],
      ['settleMs', this.#dice.pick(['0', '500'])],
      ['pollSeconds', '5'],
    ] as const)
      await this.#drive(handlers['settings.set']({ name, value }));
  }

  /** Everybody syncs, at the same time, while things go wrong and people go on. */
  async #badDay(dice: Dice): Promise<void> {
    this.#mischief = true;
    this.#actsLeft = MOST_ACTS_MEANWHILE;
    for (let turn = 1 + dice.below(2); turn > 0; turn--) {
      await this.#sync(this.#computers.filter(() => dice.chance(0.8)));
      for (const computer of this.#computers) if (!computer.isAlive) await this.#restart(computer);
      this.#clock.advanceBy(dice.pick([0, 100, 3000, 70_000]));
      for (const computer of this.#computers) this.#maybeSetClock(computer);
    }
    this.#mischief = false;
    this.#check();
  }

  #maybeSetClock(computer: Computer): void {
    if (!this.#jumps.chance(0.05)) return;
    computer.skewMs = this.#jumps.pick([0, 0, 3_600_000, -3_600_000, 40_000_000_000, -40_000_000_000]);
    this.#story(`${computer.name}'s clock is set to be ${computer.skewMs} ms ahead`);
  }

  async #restart(computer: Computer): Promise<void> {
    this.#story(`${computer.name} starts again`);
    const mischief = this.#mischief;
    this.#mischief = false;
    await this.#drive(computer.start());
    this.#mischief = mischief;
  }

  /** Lets some computers sync at the same time; a sync ends when it is done or its computer is dead. True: somebody was busy. */
  async #sync(computers: readonly Computer[]): Promise<boolean> {
    const syncs = computers.map(computer => ({ computer, report: watch(computer.app.handlers['sync.once'](null)) }));
    const hasEnded = ({ computer, report }: (typeof syncs)[number]): boolean =>
      report.outcome !== null || !computer.isAlive;
    const end = await this.#scheduler.run(() => syncs.every(hasEnded), MOST_STEPS);
    if (end !== 'done') throw new Error(`I8: no end in sight (${end}): ${this.#scheduler.waiting().join(', ')}`);
    let busy = false;
    for (const { computer, report } of syncs) {
      const { outcome } = report;
      if (outcome !== null && 'error' in outcome) throw outcome.error;
      busy = this.#wasBusy(computer, outcome?.value ?? null) || busy;
    }
    return busy;
  }

  async #letThemRemove({ name, app: { handlers } }: Computer): Promise<void> {
    for (const { id } of await this.#drive(handlers['guards.list'](null))) {
      this.#story(`${name} lets the removals of guard ${id} happen`);
      await this.#drive(handlers['guards.answer']({ id, answer: 'remove' }));
    }
  }

  #wasBusy(computer: Computer, report: SyncReport | null): boolean {
    if (report === null) return true;
    const { sent, received, moved, removed, held, blocked, stopped } = report;
    const troubles = [...blocked.map(({ text }) => text), ...(stopped === null ? [] : [stopped.text])];
    this.#story(
      `${computer.name} synced: sent ${sent}, received ${received}, moved ${moved}, removed ${removed}, held ${held.length} ${troubles.join(' ')}`,
    );
    return sent + received + moved + removed + held.length + blocked.length > 0 || stopped !== null;
  }

  /** Without mischief, everybody syncs until nothing is left to do; then all must be well. */
  async #settle(): Promise<void> {
    this.#story('— coming to rest');
    let quiet = 0;
    for (let turn = 0; turn < MOST_SETTLING; turn++) {
      let busy = false;
      for (const computer of this.#computers) busy = (await this.#sync([computer])) || busy;
      // Many removals within a day wait for a person, however long nothing else happens.
      if (turn >= 3) for (const computer of this.#computers) await this.#letThemRemove(computer);
      quiet = busy ? 0 : quiet + 1;
      if (quiet >= 2) return this.#atRest();
      this.#clock.advanceBy(turn < 3 ? 6000 : 700_000);
    }
    throw new Error('I2: it never comes to rest');
  }

  #atRest(): void {
    const checked = this.#check();
    mustBeSettled(checked);
    for (const [, text] of serviceFiles(this.#service, this.#root)) this.#ledger.settle(text);
  }

  #check(): Checked {
    const checked = { service: this.#service, root: this.#root, computers: this.#computers, ledger: this.#ledger };
    mustBeWhole(checked);
    mustBeWithinReach(checked);
    return checked;
  }

  /** At rest a further look and plan change nothing and write nothing (I3). */
  async #mustBeIdle(): Promise<void> {
    const before = JSON.stringify([
      serviceFiles(this.#service, this.#root),
      this.#computers.map(computer => computer.texts()),
    ]);
    for (const computer of this.#computers)
      if (await this.#sync([computer])) throw new Error(`I3: ${computer.name} still finds something to do`);
    const after = JSON.stringify([
      serviceFiles(this.#service, this.#root),
      this.#computers.map(computer => computer.texts()),
    ]);
    if (before !== after) throw new Error('I3: something changed at rest');
  }

  #actSomewhere(dice: Dice): void {
    const notes = { ledger: this.#ledger, story: this.#story };
    if (dice.chance(0.4)) actThere(this.#service, this.#root, dice, notes);
    else actAt(dice.pick(this.#computers), dice, notes);
  }

  #atMoment(moment: Moment, dice: Dice): Verdict {
    if (process.env['TRACE'] !== undefined && this.#mischief)
      this.#story(`    [${moment.device} ${moment.when} ${moment.label}]`);
    if (!this.#mischief) return undefined;
    if (this.#actsLeft > 0 && dice.chance(this.#chances.act)) {
      this.#actsLeft -= 1;
      this.#actSomewhere(dice);
    }
    if (!dice.chance(this.#chances.crash)) return undefined;
    this.#crashes += 1;
    this.#story(`${moment.device} dies ${moment.when} ${moment.label}`);
    return { do: 'crash' };
  }

  #trouble({ method, url }: { method: string; url: string }): HttpTrouble | null {
    if (!this.#mischief || !this.#dice.chance(this.#chances.fault)) return null;
    this.#troubles += 1;
    const trouble = this.#dice.pick<HttpTrouble>([
      { kind: 'no-connection' },
      { kind: 'lost-answer' },
      { kind: 'lost-answer' },
      { kind: 'truncated' },
      INSTEAD.tooMany(2),
      INSTEAD.unavailable,
      INSTEAD.captivePortal,
      { kind: 'slow', ms: this.#dice.pick([100, 5000, 100_000]) },
    ]);
    this.#story(
      `${method} ${new URL(url).pathname} meets ${trouble.kind === 'instead' ? `a ${trouble.answer.status}` : trouble.kind}`,
    );
    return trouble;
  }

  /** Lets the world go on until a promise is settled. */
  async #drive<T>(promise: Promise<T>): Promise<T> {
    const watched = watch(promise);
    const end = await this.#scheduler.run(() => watched.outcome !== null, MOST_STEPS);
    if (watched.outcome === null)
      throw new Error(`the world stands still (${end}): ${this.#scheduler.waiting().join(', ')}`);
    if ('error' in watched.outcome) throw watched.outcome.error;
    return watched.outcome.value;
  }
}

/** What became of a promise, to be asked without waiting. */
interface Watched<T> {
  outcome: { readonly value: T } | { readonly error: unknown } | null;
}

function watch<T>(promise: Promise<T>): Watched<T> {
  const watched: Watched<T> = { outcome: null };
  promise.then(
    value => (watched.outcome = { value }),
    (error: unknown) => (watched.outcome = { error }),
  );
  return watched;
}

/** The service as a server behind fake HTTP. */
export function serverOf(service: FakeService): FakeServer {
  return ({ method, url, headers, body }) => {
    const answer = service.handle({ method, url, headers: Object.fromEntries(headers), body });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
  };
}

function recordText({ id, kind, local, localSight, remote, remoteSight, agreed, kept }: Item): string {
  const here = `${localSight} ${local?.parent}/${local?.name} ${short(local?.sha256)}`;
  const there = `${remoteSight} ${remote?.parent}/${remote?.name} ${short(remote?.version)} ${short(remote?.sha256)}`;
  const base = `${agreed?.parent}/${agreed?.localName}=${agreed?.remoteName} ${short(agreed?.version)} ${short(agreed?.sha256)}`;
  return `${kind} ${id}: here ${here} | there ${there} | agreed ${base} | kept ${kept}`;
}

function short(text: string | null | undefined): string {
  return text?.slice(0, 4) ?? '-';
}
