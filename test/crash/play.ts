import { FaultError } from '../../shared/fault.ts';
import { losePower } from '../sim/fakes/fake-disk-parts.ts';
import type { HttpTrouble } from '../sim/fakes/fake-http.ts';
import { QuietLab } from '../sim/lab/quiet-lab.ts';
import { watchRaces } from '../sim/world/races.ts';
import { allowUnknown } from '../sim/world/unrecorded-outcomes.ts';
import type { Moment, Verdict } from '../sim/fakes/scheduler.ts';
import { mustBeHonest, mustBeWell } from './checks.ts';
import { doDeed } from './person-actions.ts';
import type { DeedName } from './person-actions.ts';
import { durableOf } from './durable.ts';
import type { Durable } from './durable.ts';
import { EMPTY, LOST, Mishaps, REFUSED } from './mishap.ts';
import type { Mishap } from './mishap.ts';
import { CrashStage } from './stage.ts';
import type { Story } from './story.ts';

/** Who acts on the story's file. */
export type Other = 'nobody' | 'a person here' | 'a colleague';

/** One case: what goes wrong in a story, and when. Moments and requests count from 0 in each life of the program. */
export interface Case {
  /** The request whose answer is lost. */
  readonly lost: number | null;
  /** The request that is refused, once and for no reason. */
  readonly refused: number | null;
  /** The request that is answered with an empty list, once and for no reason. */
  readonly empty: number | null;
  /** The moments at which the computer dies, one for each life: the first is in the work itself, later ones in recovery. */
  readonly dies: readonly number[];
  /** Which of the pieces that were not flushed the last death takes with it, as bits: the power fails. 0: the program dies. */
  readonly loses: number;
  /** Who acts while the computer is down. */
  readonly meanwhile: Other;
  /** What people do then, in turn, in place of that; with `act`, at that moment. */
  readonly deeds: readonly DeedName[];
  /** What they do at the last death, if they did something before. */
  readonly later: readonly DeedName[];
  /** At which of the paths that are there they begin to look for something to do it to. */
  readonly turn: number;
  /** Whether new files get the numbers of removed ones, and people act while a disturbed look is made again. */
  readonly isOddDisk: boolean;
  /** What goes wrong afterwards. */
  readonly mishap: Mishap | null;
  /** Who acts at a moment of the first life, before any death. */
  readonly act: { readonly who: Other; readonly at: number } | null;
}

/** What a run saw, for counting where one can die. */
export interface Trace {
  /** All moments of the last life that was counted, with what was durable at each. */
  readonly moments: readonly {
    readonly moment: Moment;
    readonly durable: Durable;
    /** How many pieces of what is on the disk are not flushed. */
    readonly unflushed: number;
  }[];
  readonly requests: number;
  /** Which of the requests ask for a list. */
  readonly lists: readonly number[];
}

const LIST = /\/(files|children|versions)(\?|$)/;

const NOTHING_WRONG: Case = {
  lost: null,
  refused: null,
  empty: null,
  dies: [],
  loses: 0,
  meanwhile: 'nobody',
  deeds: [],
  later: [],
  turn: 0,
  isOddDisk: false,
  mishap: null,
  act: null,
};

/** Plays a case to its end and holds it to all invariants. @throws Error when one is broken. */
export async function play(story: Story, script: Partial<Case>, tell: Tell | null = null): Promise<void> {
  return new Run(story, { ...NOTHING_WRONG, ...script }, tell).toTheEnd();
}

/** What of a life need not be gone through again. */
export interface Known {
  /** The same story where nothing was lost: up to the request whose answer is, all is as it was there. */
  readonly well?: Trace;
  /** Where the last life ends. */
  readonly until?: (moment: Moment) => boolean;
}

/** Plays a story up to the end of its last life and tells where that one could have died. */
export async function trace(story: Story, script: Partial<Case>, known: Known = {}): Promise<Trace> {
  return new Run(story, { ...NOTHING_WRONG, ...script }, null).trace(known);
}

/** Told each moment, and what people do. */
export type Tell = (line: string) => void;

class Run {
  readonly #story: Story;
  readonly #case: Case;
  #moments: Trace['moments'][number][] | null = null;
  #known: Known = {};
  #count = 0;
  #requests = 0;
  #lists: number[] = [];
  #puts = 0;
  #diesAt: number | null = null;
  #life = 0;
  #sides = '';
  readonly #tell: Tell | null;

  constructor(story: Story, script: Case, tell: Tell | null) {
    this.#story = story;
    this.#case = script;
    this.#tell = tell;
  }

  async toTheEnd(): Promise<void> {
    const { dies, refused, empty, mishap } = this.#case;
    const stage = await this.#open();
    if (dies.length === 0) await this.#live(stage);
    for (const at of dies) if (this.#life === 0 || !stage.ada.isAlive) await this.#dieAt(stage, at);
    if (!stage.ada.isAlive) await stage.lab.drive(stage.ada.start());
    const mishaps = new Mishaps(mishap);
    stage.lab.trouble = ({ method, url }) => {
      const trouble = mishaps.trouble();
      if (trouble !== null) this.#tell?.(`MISHAP ${method} ${url}`);
      return trouble;
    };
    stage.lab.scheduler.mischief = moment => {
      this.#slip(stage, moment);
      const verdict = mishaps.at(moment);
      this.#tellMoment(stage, verdict === undefined ? '' : 'MISHAP', moment);
      return verdict;
    };
    const again = async (): Promise<void> => {
      const failed = await this.#perform(stage);
      mishaps.over();
      if (failed && mishap !== null) await this.#perform(stage);
    };
    const isRetried = refused !== null || empty !== null || mishap !== null;
    const mayLeaveStaged = mishap?.what === 'disk after';
    const mayDouble = this.#story.by === 'both' && (empty !== null || mishap?.what === 'empty');
    await mustBeWell(stage, { mayConflict: this.#mayConflict(), isRetried, mayLeaveStaged, mayDouble, again });
    stage.lab.release();
  }

  async trace(known: Known): Promise<Trace> {
    const stage = await this.#open();
    for (const at of this.#case.dies) await this.#dieAt(stage, at);
    this.#moments = [];
    this.#known = known;
    await this.#live(stage);
    stage.lab.release();
    return { moments: this.#moments, requests: this.#requests, lists: this.#lists };
  }

  /** The story up to the moment from which on the computer may die. */
  async #open(): Promise<CrashStage> {
    const mode = this.#story.mode ?? 'two-way';
    const lab = new QuietLab();
    lab.service.change(this.#story.switches ?? {});
    const stage = new CrashStage(lab, await lab.computer('Ada', {}, mode), mode);
    const { tree } = stage.ada.disk;
    tree.reusesInodes = this.#case.isOddDisk;
    tree.isRestless = this.#case.isOddDisk;
    this.#story.arrange?.(stage);
    await lab.sync(stage.ada);
    stage.settleAll();
    lab.clock.advanceBy(3_600_000);
    this.#story.act(stage);
    const handle = lab.service.handle.bind(lab.service);
    lab.service.handle = request => {
      if (request.method === 'PUT') this.#puts += 1;
      return handle(request);
    };
    // An act between a scan and a removal happens only in the cases that have one without a death.
    if (this.#case.act !== null) watchRaces(lab.service, stage.ledger);
    lab.trouble = request => this.#trouble(request);
    lab.scheduler.mischief = moment => this.#at(stage, moment);
    return stage;
  }

  /** What goes wrong with the next request. */
  #trouble({ method, url }: { method: string; url: string }): HttpTrouble | null {
    const request = this.#requests;
    this.#requests += 1;
    if (method === 'GET' && LIST.test(url)) this.#lists.push(request);
    if (this.#life > 0) return null;
    const { lost, refused, empty } = this.#case;
    if (request === refused) return REFUSED;
    if (request === empty) return EMPTY;
    return request === lost ? LOST : null;
  }

  /** One life of the program up to its death. */
  async #dieAt(stage: CrashStage, at: number): Promise<void> {
    this.#diesAt = at;
    await this.#live(stage);
    this.#diesAt = null;
    // Where a person acted first, the life may be shorter than the one that was counted.
    if (stage.ada.isAlive && this.#case.act === null)
      throw new Error('The case is not what it was when it was counted: the computer lives on');
    mustBeHonest(stage);
    if (this.#life === 0) this.#actMeanwhile(stage, this.#case.meanwhile, at);
    if (this.#life === this.#case.dies.length - 1)
      this.#doDeeds(stage, this.#case.act === null ? this.#case.deeds : this.#case.later);
    this.#life += 1;
  }

  /** The first life works; each later one starts on what the one before has left, and works too. */
  async #live(stage: CrashStage): Promise<void> {
    this.#count = 0;
    this.#requests = 0;
    this.#lists = [];
    try {
      if (this.#life > 0) await stage.lab.drive(stage.ada.start());
      await this.#perform(stage);
    } catch (error) {
      if (stage.ada.isAlive) throw error;
    }
  }

  /** Who asks for something is told what failed, and may ask again. @returns whether it failed. */
  async #perform(stage: CrashStage): Promise<boolean> {
    const { perform } = this.#story;
    try {
      await (perform === undefined ? stage.lab.syncTwice(stage.ada) : perform(stage));
      return false;
    } catch (error) {
      if (perform === undefined || !(error instanceof FaultError)) throw error;
      return true;
    }
  }

  #at(stage: CrashStage, moment: Moment): Verdict {
    const index = this.#count;
    this.#count += 1;
    this.#slip(stage, moment);
    const { act } = this.#case;
    this.#tellMoment(stage, String(index), moment);
    if (index === (this.#life === 0 && act !== null ? act.at : this.#diesAt))
      allowUnknown({ computers: [stage.ada], ledger: stage.ledger }, moment);
    if (act?.at === index && this.#life === 0) {
      this.#actMeanwhile(stage, act.who, index);
      this.#doDeeds(stage, this.#case.deeds);
    }
    this.#note(stage, index, moment);
    if (this.#moments !== null && this.#known.until?.(moment) === true) return { do: 'crash' };
    if (index !== this.#diesAt) return undefined;
    this.#tell?.('DIES');
    const { loses, dies } = this.#case;
    let piece = 0;
    if (loses > 0 && this.#life === dies.length - 1) losePower(stage.ada.disk, () => ((loses >> piece++) & 1) === 1);
    return { do: 'crash' };
  }

  #note(stage: CrashStage, index: number, moment: Moment): void {
    if (this.#moments === null) return;
    // What counts the most: nothing was lost yet.
    const before = this.#requests <= (this.#case.lost ?? -1) ? this.#known.well?.moments[index] : undefined;
    const { unflushed } = stage.ada.disk;
    this.#moments.push(before ?? { moment, durable: durableOf(stage, this.#puts), unflushed: unflushed.length });
  }

  #doDeeds(stage: CrashStage, deeds: readonly DeedName[]): void {
    stage.mayBeTwo();
    const copies = Object.keys(stage.ada.texts()).filter(path => path.includes('(conflict'));
    for (const deed of deeds) {
      const paths = [...this.#story.subject, ...copies, ...Object.keys(stage.ada.texts())];
      const from = this.#case.turn % paths.length;
      doDeed(stage, deed, [...paths.slice(from), ...paths.slice(0, from)]);
      this.#tell?.(deed.toUpperCase());
      this.#tellSides(stage);
    }
  }

  #tellMoment(stage: CrashStage, index: string, { when, label }: Moment): void {
    // Returns early without a listener: a case has hundreds of moments.
    if (this.#tell === null) return;
    this.#tellSides(stage);
    this.#tell(`${index} ${when} ${label}`);
  }

  /** What is on both sides now, where that is not as it was. */
  #tellSides({ ada, lab }: CrashStage): void {
    if (this.#tell === null) return;
    const sides = `  here ${JSON.stringify(ada.texts())}, there ${JSON.stringify(lab.there())}`;
    if (sides !== this.#sides) this.#tell(sides);
    this.#sides = sides;
  }

  #slip(stage: CrashStage, moment: Moment): undefined {
    this.#story.slipsIn?.(stage, moment);
    return undefined;
  }

  #actMeanwhile(stage: CrashStage, who: Other, at: number): void {
    const { subject } = this.#story;
    if (who === 'a person here')
      stage.save(subject.find(path => stage.isHere(path)) ?? subject[0], { over: at % 2 === 1 });
    if (who !== 'a colleague') return;
    const there = subject.find(path => stage.isThere(path));
    if (there === undefined) stage.addThere(subject[0]);
    else stage.editThere(there);
  }

  /** Where only one side ever changed anything, there is nothing to conflict with (I10). */
  #mayConflict(): boolean {
    const { by, slipsIn } = this.#story;
    const { meanwhile, act, deeds, later } = this.#case;
    if (by === 'both' || slipsIn !== undefined) return true;
    const side = by === 'here' ? 'there' : 'here';
    if ([...deeds, ...later].some(deed => deed.startsWith(side))) return true;
    return [meanwhile, act?.who].includes(by === 'here' ? 'a colleague' : 'a person here');
  }
}
