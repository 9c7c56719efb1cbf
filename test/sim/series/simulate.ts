import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { actAt, actThere } from '../actors/actors.ts';
import type { Story } from '../actors/actors.ts';
import { maybeSetClock } from '../actors/clocks.ts';
import { Computer, FOLDER } from '../world/computer.ts';
import type { Surroundings } from '../world/computer.ts';
import { drawChances, drawConditions, harden, mostActsMeanwhile, PLAIN } from '../world/conditions.ts';
import type { Chances, Conditions } from '../world/conditions.ts';
import { decideSomething, letThemRemove, linkAnew } from '../actors/decisions.ts';
import type { Asking } from '../actors/decisions.ts';
import { Dice } from '../fakes/dice.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { actInThisWorld, maybeCollide } from '../actors/people.ts';
import type { Folk } from '../actors/people.ts';
import { losePower } from '../fakes/fake-disk-parts.ts';
import type { HttpTrouble } from '../fakes/fake-http.ts';
import { FakeService } from '../service/fake-service.ts';
import { mayFree, mayGoUnder, pathsToFree } from '../actors/freeing.ts';
import {
  mostRequestsAtRest,
  mustDoNothing,
  mustBeContained,
  mustBeSettled,
  mustBeWhole,
  mustBeWithinReach,
  serviceFiles,
} from '../judges/invariants.ts';
import type { Checked } from '../judges/invariants.ts';
import { Ledger } from '../world/ledger.ts';
import { Liar } from '../world/lying-service.ts';
import { watchRaces } from '../world/races.ts';
import type { Reached } from '../judges/reached-cases.ts';
import { RecordCopies } from '../actors/record-copies.ts';
import { outcomeOf, tellRecords } from '../actors/record-text.ts';
import type { RunOptions, RunResult } from './run-options.ts';
import { Scheduler } from '../fakes/scheduler.ts';
import type { Moment, Verdict } from '../fakes/scheduler.ts';
import { serverOf, textsOf } from '../world/server-of.ts';
import { sumOf } from '../world/trace.ts';
import { drawRefusal, drawTrouble, hiddenHistory, meeting } from '../world/troubles.ts';
import { allowUnknown } from '../world/unrecorded-outcomes.ts';
import { drawVolumes, poolOf } from '../actors/volumes.ts';
import { driven, watch } from '../world/watched.ts';

/** Steps after which a run that does not come to rest is taken for endless (I8). */
const MOST_STEPS = 400_000;
/** A file beside the mirrored folder, which nothing may touch (I7). */
const OUTSIDE = '/home/other/keep.txt';
/** Rounds of syncing at the end after which everything must rest. */
const MOST_SETTLING = 40;
const IS_TRACED = process.env['TRACE'] !== undefined;

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
  readonly #frees: Dice | null;
  readonly #liar: Liar;
  readonly #chances: Chances;
  readonly #options: RunOptions;
  readonly #copies: RecordCopies;
  readonly #conditions: Conditions;
  readonly #extra: Dice;
  readonly #reached: Reached | null;
  #trace = 0;
  #mischief = false;
  #actsLeft = 0;
  #crashes = 0;
  #troubles = 0;

  constructor(options: RunOptions) {
    const { seed, spoil, story, isPlain, isHarsh, reached, frees = false } = options;
    this.#options = options;
    this.#reached = reached ?? null;
    this.#dice = new Dice(seed);
    const drawn = isPlain === true ? PLAIN : drawConditions(seed);
    this.#conditions = isHarsh === true ? harden(drawn, seed) : drawn;
    // Dice of their own for what the first seeds did not know.
    this.#extra = new Dice(seed ^ 0x0dd5);
    this.#jumps = new Dice(seed + 1_000_003);
    this.#frees = frees ? new Dice(seed + 2_000_003) : null;
    this.#story = story ?? (() => undefined);
    this.#liar = new Liar(seed, options.lies === true, this.#story);
    this.#copies = new RecordCopies({ folder: options.copies, seed, dice: this.#jumps, story: this.#story });
    const dice = this.#dice.fork();
    this.#chances = drawChances(dice, isHarsh === true);
    this.#scheduler = new Scheduler(this.#dice.fork(), this.#clock);
    const ids = this.#dice.fork();
    const { switches, reusesInodes, isRestless, readsParts, carries, skewsMs } = this.#conditions;
    this.#service = new FakeService({ now: () => this.#clock.now(), uuid: () => ids.uuid(), switches });
    watchRaces(this.#service, this.#ledger);
    this.#root = this.#service.colleague(0).createFolder(null, 'Lab');
    const surroundings: Surroundings = {
      scheduler: this.#scheduler,
      clock: this.#clock,
      ...{ dice: this.#dice.fork(), server: serverOf(this.#service), reusesInodes, isRestless, readsParts, carries },
      trouble: request => this.#trouble(request),
      spoil: spoil ?? (disk => disk),
    };
    const drawVolume = drawVolumes(seed, options.volumes);
    this.#computers = ['Ada', 'Ben'].slice(0, dice.pick([1, 2, 2])).map((name, index) => {
      const computer = new Computer(name, { ...surroundings, names: drawVolume() });
      computer.skewMs = skewsMs[index] ?? 0;
      return computer;
    });
    for (const { disk } of this.#computers) disk.tree.write(OUTSIDE, 'not ours');
    const moments = this.#dice.fork();
    this.#scheduler.mischief = moment => this.#atMoment(moment, moments);
  }

  result(): RunResult {
    const steps = this.#scheduler.stepCount;
    return { steps, crashes: this.#crashes, troubles: this.#troubles, trace: this.#trace };
  }

  release(): void {
    for (const computer of this.#computers) computer.release();
  }

  /** What the computers have recorded, for the story of a failure. */
  tellRecords(): void {
    tellRecords(this.#computers, this.#story);
  }

  async play(): Promise<void> {
    this.#story(JSON.stringify(this.#conditions));
    const acting = this.#dice.fork();
    for (let count = acting.below(6); count > 0; count--) this.#actSomewhere(acting);
    for (const [index, computer] of this.#computers.entries())
      await this.#setUp(computer, this.#conditions.modes[index] ?? 'two-way');
    await this.#settle();
    await this.#copies.take(this.#computers);
    for (let round = 1 + acting.below(4); round > 0; round--) {
      for (let count = 1 + acting.below(5); count > 0; count--) this.#actSomewhere(acting);
      maybeCollide(this.#extra, this.#conditions, this.#folk());
      await this.#badDay(acting);
      for (const computer of this.#computers) if (this.#copies.maybeSetBack(computer)) await this.#restart(computer);
      if (acting.chance(0.5)) await this.#settle();
      await this.#decide();
    }
    await this.#settle();
    await this.#mustBeIdle();
  }

  async #setUp(computer: Computer, mode: MirrorMode): Promise<void> {
    this.#reached?.watch(computer.journal, mode);
    const key = this.#service.users[0]?.apiKey ?? '';
    computer.witness.noteSecret(key);
    await this.#drive(computer.start());
    const { handlers } = computer.app;
    await this.#drive(handlers['account.signIn']({ service: this.#service.baseUrl, key, store: null }));
    await this.#drive(handlers['mirrors.add']({ remote: this.#root, local: FOLDER, mode }));
    const hold = this.#dice.pick(['0', '5', '60']);
    for (const [name, value] of [
      ['deleteHoldSeconds', hold],
      ['settleMs', this.#dice.pick(['0', '500'])],
      ['pollSeconds', '5'],
    ] as const)
      await this.#drive(handlers['settings.set']({ name, value }));
  }

  /** Between two bad days a person may answer a question, or at rest unlink the folder and link it again. */
  async #decide(): Promise<void> {
    if (!this.#conditions.isWild) return;
    const dice = this.#extra;
    const deciding = {
      ...this.#folk(),
      ...this.#asking(),
      everywhere: () => new Set([...this.#textsThere(), ...this.#computers.flatMap(one => Object.values(one.texts()))]),
      dice,
    };
    for (const computer of this.#computers) if (dice.chance(0.4)) await decideSomething(computer, deciding);
    if (!dice.chance(0.1)) return;
    await this.#settle();
    const computer = dice.pick(this.#computers);
    await linkAnew(computer, deciding);
    await this.#settle();
  }

  #asking(): Asking {
    return { story: this.#story, drive: promise => this.#drive(promise) };
  }

  #textsThere(): readonly string[] {
    return serviceFiles(this.#service, this.#root).map(([, text]) => text);
  }

  /** The product's own loop drives it for a while; then its computer dies. */
  async #runDaemons(): Promise<void> {
    for (const { app } of this.#computers) app.start();
    const until = this.#clock.elapsed() + this.#extra.pick([5000, 40_000, 200_000]);
    await this.#scheduler.run(() => this.#clock.elapsed() >= until, MOST_STEPS);
    for (const computer of this.#computers) computer.crash();
  }

  /** Everybody syncs, at the same time, while things go wrong and people go on. */
  async #badDay(dice: Dice): Promise<void> {
    this.#mischief = true;
    this.#actsLeft = mostActsMeanwhile(this.#options.isHarsh === true);
    await this.#freeSome();
    for (let turn = 1 + dice.below(2); turn > 0; turn--) {
      if (this.#conditions.daemons) await this.#runDaemons();
      else await this.#sync(this.#computers.filter(() => dice.chance(0.8)));
      for (const computer of this.#computers) if (!computer.isAlive) await this.#restart(computer);
      this.#clock.advanceBy(dice.pick([0, 100, 3000, 70_000]));
      for (const computer of this.#computers) maybeSetClock(computer, this.#jumps, this.#story);
    }
    this.#mischief = false;
    this.#check();
  }

  /** A person wants disk space: files that the service has are freed here, while everything else goes on. */
  async #freeSome(): Promise<void> {
    const dice = this.#frees;
    if (dice === null) return;
    for (const computer of this.#computers) {
      const paths = pathsToFree(computer, dice, this.#story);
      if (paths.length === 0) continue;
      mayGoUnder(paths, computer, { service: this.#service, ledger: this.#ledger });
      const freeing = watch(computer.app.handlers['files.free']({ paths: [...paths] }));
      await this.#scheduler.run(() => freeing.outcome !== null || !computer.isAlive, MOST_STEPS);
      if (!computer.isAlive) await this.#restart(computer);
    }
  }

  /** In the end everything is wanted everywhere again. */
  async #keepAll(): Promise<void> {
    for (const computer of this.#frees === null ? [] : this.#computers.filter(mayFree)) {
      const { files } = await this.#drive(computer.app.handlers['files.keep']({ paths: [FOLDER] }));
      if (files > 0) this.#story(`${computer.name} keeps ${files} files`);
    }
  }

  async #restart(computer: Computer): Promise<void> {
    this.#story(`${computer.name} starts again`);
    const mischief = this.#mischief;
    this.#mischief = false;
    await this.#drive(computer.start());
    this.#mischief = mischief;
  }

  /** Lets some computers sync at the same time; a sync ends when done or when its computer dies. True: one had work to do. */
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
      const told = outcome === null ? null : outcomeOf(outcome.value);
      if (told !== null) this.#story(`${computer.name} synced: ${told.line}`);
      busy ||= told === null || told.isBusy;
    }
    return busy;
  }

  /** Without mischief, everybody syncs until nothing is left to do; then all must be well. */
  async #settle(): Promise<void> {
    this.#story('— coming to rest');
    let quiet = 0;
    for (let turn = 0; turn < MOST_SETTLING; turn++) {
      let busy = false;
      // What a disk let go of and denied is settled by then.
      if (turn === 1) await this.#keepAll();
      for (const computer of this.#computers) busy = (await this.#sync([computer])) || busy;
      // Many removals within a day wait for a person, however long nothing else happens, and so does what was refused.
      if (turn >= 3) for (const computer of this.#computers) await letThemRemove(computer, this.#asking());
      if (turn === 3 && this.#conditions.refusals)
        for (const { app } of this.#computers) await this.#drive(app.handlers['problems.retry']({ id: null }));
      quiet = busy ? 0 : quiet + 1;
      if (quiet >= 2) return this.#atRest();
      this.#clock.advanceBy(turn < 3 ? 6000 : 700_000);
    }
    throw new Error('I2: it never comes to rest');
  }

  #atRest(): void {
    const checked = this.#check();
    mustBeSettled(checked);
    this.#ledger.rest(this.#textsThere());
  }

  #check(): Checked {
    const checked = {
      service: this.#service,
      root: this.#root,
      computers: this.#computers,
      ledger: this.#ledger,
      mayDouble: this.#options.copies !== undefined,
      modes: this.#conditions.modes,
      hasColleague: this.#conditions.hasColleague,
      // What could not be cleared away goes with the next start.
      mayLeaveStaged: this.#conditions.diskFaults > 0,
    };
    mustBeWhole(checked);
    mustBeWithinReach(checked);
    mustBeContained(checked);
    return checked;
  }

  /** At rest a further look and plan change nothing and write nothing (I3). */
  async #mustBeIdle(): Promise<void> {
    const everything = (): string =>
      JSON.stringify([serviceFiles(this.#service, this.#root), this.#computers.map(one => one.texts())]);
    const before = everything();
    const most = mostRequestsAtRest(this.#service, this.#root);
    for (const computer of this.#computers) await mustDoNothing(computer, most, () => this.#sync([computer]));
    if (before !== everything()) throw new Error('I3: something changed at rest');
  }

  #folk(): Folk {
    const [computers, service, root] = [this.#computers, this.#service, this.#root];
    const pool = poolOf(this.#options.volumes);
    return { computers, service, root, ledger: this.#ledger, story: this.#story, pool };
  }

  #actSomewhere(dice: Dice): void {
    const notes = { ledger: this.#ledger, story: this.#story, textOf: textsOf(this.#service) };
    if (this.#conditions !== PLAIN) return actInThisWorld(this.#extra, this.#conditions, this.#folk());
    if (dice.chance(0.4)) actThere(this.#service, this.#root, dice, notes);
    else actAt(dice.pick(this.#computers), dice, notes);
  }

  #atMoment(moment: Moment, dice: Dice): Verdict {
    this.#trace = sumOf(this.#trace, moment);
    if (IS_TRACED && this.#mischief) this.#story(`    [${moment.device} ${moment.when} ${moment.label}]`);
    if (!this.#mischief) return undefined;
    const isActing = this.#actsLeft > 0 && dice.chance(this.#chances.act);
    if (isActing) {
      this.#actsLeft -= 1;
      allowUnknown(this.#folk(), moment);
      this.#actSomewhere(dice);
    }
    if (!dice.chance(this.#chances.crash)) return this.#refuse(moment);
    this.#crashes += 1;
    // What a person's program wrote in this very instant, it did not flush either.
    const isCut = this.#conditions.powerCuts && !isActing;
    this.#story(`${moment.device} ${isCut ? 'loses power' : 'dies'} ${moment.when} ${moment.label}`);
    const computer = this.#computers.find(({ name }) => name === moment.device);
    const begun = computer?.journal.mirrors.all().flatMap(({ id }) => computer.journal.intents.all(id)) ?? [];
    this.#reached?.death(
      moment,
      begun.map(({ work }) => work.kind),
      isCut ? 'loses power' : 'dies',
    );
    allowUnknown(this.#folk(), moment);
    if (isCut && computer !== undefined) losePower(computer.disk, () => this.#extra.chance(0.5));
    return { do: 'crash' };
  }

  #refuse(moment: Moment): Verdict {
    const refusal = drawRefusal(moment, this.#extra, this.#conditions.diskFaults);
    if (refusal === null) return undefined;
    this.#reached?.refusal(moment);
    allowUnknown(this.#folk(), moment);
    this.#story(`the disk of ${moment.device} says no ${moment.when} ${moment.label}: ${refusal.message}`);
    return { do: 'fail', error: refusal };
  }

  #trouble({ method, url }: { method: string; url: string }): HttpTrouble | null {
    const lie = this.#mischief ? this.#liar.lie({ method, url }) : null;
    if (lie !== null || !this.#mischief || !this.#dice.chance(this.#chances.fault)) return lie;
    this.#troubles += 1;
    const trouble = drawTrouble(this.#dice, this.#conditions.refusals);
    this.#reached?.trouble(method, url, trouble);
    this.#ledger.hideHistory(hiddenHistory(url, trouble));
    this.#story(meeting(method, url, trouble));
    return trouble;
  }

  /** Lets the world go on until a promise is settled. */
  #drive<T>(promise: Promise<T>): Promise<T> {
    return driven(this.#scheduler, promise, MOST_STEPS);
  }
}
