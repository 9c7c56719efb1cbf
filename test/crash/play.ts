import { FaultError } from '../../shared/fault.ts';
import type { HttpTrouble } from '../sim/fake-http.ts';
import { instead } from '../sim/hazards/altered.ts';
import { QuietLab } from '../sim/quiet-lab.ts';
import { watchRaces } from '../sim/races.ts';
import type { Moment, Verdict } from '../sim/scheduler.ts';
import { mustBeHonest, mustBeWell } from './checks.ts';
import { durableOf } from './durable.ts';
import type { Durable } from './durable.ts';
import { CrashStage } from './stage.ts';
import type { Story } from './story.ts';

/** How the computer dies: the process only, or the power with everything that was not flushed. */
export type Death = 'kill' | 'power';

/** Who acts on the story's file. */
export type Other = 'nobody' | 'a person here' | 'a colleague';

/** One case: what goes wrong in a story, and when. Moments and requests count from 0 in each life of the program. */
export interface Case {
  /** The request whose answer is lost. */
  readonly lost: number | null;
  /** The request that is refused, once and for no reason. */
  readonly refused: number | null;
  /** The moments at which the computer dies, one for each life: the first is in the work itself, later ones in recovery. */
  readonly dies: readonly number[];
  readonly death: Death;
  /** Who acts while the computer is down. */
  readonly meanwhile: Other;
  /** Who acts at a moment of the first life, without any death. */
  readonly act: { readonly who: Other; readonly at: number } | null;
}

/** What a run saw, for counting where one can die. */
export interface Trace {
  /** All moments of the last life that was counted, with what was durable at each. */
  readonly moments: readonly { readonly moment: Moment; readonly durable: Durable }[];
  readonly requests: number;
}

const NOTHING_WRONG: Case = { lost: null, refused: null, dies: [], death: 'kill', meanwhile: 'nobody', act: null };

/** Plays a case to its end and holds it to all invariants. @throws Error when one is broken. */
export async function play(story: Story, script: Partial<Case>): Promise<void> {
  await new Run(story, { ...NOTHING_WRONG, ...script }).toTheEnd();
}

/** Plays a story up to the end of its last life and tells where that one could have died. */
export async function trace(story: Story, script: Partial<Case>): Promise<Trace> {
  return new Run(story, { ...NOTHING_WRONG, ...script }).trace();
}

class Run {
  readonly #story: Story;
  readonly #case: Case;
  #moments: Trace['moments'][number][] | null = null;
  #count = 0;
  #requests = 0;
  #puts = 0;
  #diesAt: number | null = null;
  #life = 0;

  constructor(story: Story, script: Case) {
    this.#story = story;
    this.#case = script;
  }

  async toTheEnd(): Promise<void> {
    const stage = await this.#open();
    for (const at of this.#case.dies) await this.#dieAt(stage, at);
    if (this.#case.dies.length === 0) await this.#live(stage);
    else await stage.lab.drive(stage.ada.start());
    stage.lab.trouble = () => null;
    stage.lab.scheduler.mischief = moment => this.#slip(stage, moment);
    const isRetried = this.#case.refused !== null;
    await mustBeWell(stage, { mayConflict: this.#mayConflict(), isRetried, again: () => this.#perform(stage) });
    stage.lab.release();
  }

  async trace(): Promise<Trace> {
    const stage = await this.#open();
    for (const at of this.#case.dies) await this.#dieAt(stage, at);
    this.#moments = [];
    await this.#live(stage);
    stage.lab.release();
    return { moments: this.#moments, requests: this.#requests };
  }

  /** The story up to the moment from which on the computer may die. */
  async #open(): Promise<CrashStage> {
    const mode = this.#story.mode ?? 'two-way';
    const lab = new QuietLab();
    lab.service.change(this.#story.switches ?? {});
    const stage = new CrashStage(lab, await lab.computer('Ada', {}, mode), mode);
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
    // Nobody acts between a look and a removal but in the cases where somebody acts without a death.
    if (this.#case.act !== null) watchRaces(lab.service, stage.ledger);
    lab.trouble = () => this.#trouble();
    lab.scheduler.mischief = moment => this.#at(stage, moment);
    return stage;
  }

  /** What goes wrong with the next request. */
  #trouble(): HttpTrouble | null {
    const request = this.#requests;
    this.#requests += 1;
    if (this.#life > 0) return null;
    const { lost, refused } = this.#case;
    if (request === refused) return instead(403, { errorCode: 'FORBIDDEN', messages: ['No.'] });
    return request === lost ? { kind: 'lost-answer' } : null;
  }

  /** One life of the program up to its death. */
  async #dieAt(stage: CrashStage, at: number): Promise<void> {
    this.#diesAt = at;
    await this.#live(stage);
    if (stage.ada.isAlive) throw new Error('The case is not what it was when it was counted: the computer lives on');
    mustBeHonest(stage);
    if (this.#life === 0) this.#actMeanwhile(stage, this.#case.meanwhile, at);
    this.#life += 1;
    this.#diesAt = null;
  }

  /** The first life works; each later one starts on what the one before has left, and works too. */
  async #live(stage: CrashStage): Promise<void> {
    this.#count = 0;
    this.#requests = 0;
    try {
      if (this.#life > 0) await stage.lab.drive(stage.ada.start());
      await this.#perform(stage);
    } catch (error) {
      if (stage.ada.isAlive) throw error;
    }
  }

  /** Who asks for something is told what failed, and may ask again. */
  async #perform(stage: CrashStage): Promise<void> {
    const { perform } = this.#story;
    try {
      await (perform === undefined ? stage.lab.syncTwice(stage.ada) : perform(stage));
    } catch (error) {
      if (perform === undefined || !(error instanceof FaultError)) throw error;
    }
  }

  #at(stage: CrashStage, moment: Moment): Verdict {
    const index = this.#count;
    this.#count += 1;
    this.#slip(stage, moment);
    const { act } = this.#case;
    if (act?.at === index && this.#life === 0) this.#actMeanwhile(stage, act.who, index);
    this.#moments?.push({ moment, durable: durableOf(stage, this.#puts) });
    return index === this.#diesAt ? { do: 'crash' } : undefined;
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
    const others = [this.#case.meanwhile, this.#case.act?.who];
    if (by === 'both' || slipsIn !== undefined) return true;
    return others.includes(by === 'here' ? 'a colleague' : 'a person here');
  }
}
