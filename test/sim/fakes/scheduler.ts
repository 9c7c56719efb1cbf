import type { Dice } from './dice.ts';
import type { FakeClock, Sleeper } from './fake-clock.ts';

/** A moment at which a call may fail, or a person may act. */
export interface Moment {
  readonly device: string;
  /** What is done, such as `disk.place a/b.csv`; inside, with what has just been done: `disk.place a/b.csv: old kept`. */
  readonly label: string;
  readonly when: 'before' | 'inside' | 'after';
}

/** Nothing, or: this call fails with `error` (before: without effect; after: with it), or the device dies. */
export type Verdict = undefined | { readonly do: 'fail'; readonly error: Error } | { readonly do: 'crash' };

/** Called at each moment; may change the fake world itself, and decides what becomes of the step. */
export type Mischief = (moment: Moment) => Verdict;

/** How a run ended: as wished, with nothing left that could ever happen, or after too many steps. */
export type RunEnd = 'done' | 'idle' | 'exhausted';

/** How many steps are done in one turn of Node's event loop, in which nothing else happens. */
const STEPS_A_TURN = 256;

/** Unwinds what a device was doing when it died; never seen outside. */
const CRASHED = new Error('The simulated device crashed');

interface Step {
  readonly device: Device;
  readonly label: string;
  readonly act: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (thrown: unknown) => void;
}

/** One simulated computer from its start to its crash. Its fakes make each of their calls a step. */
export class Device implements Sleeper {
  readonly name: string;
  readonly #scheduler: Scheduler;
  #isAlive = true;

  constructor(name: string, scheduler: Scheduler) {
    this.name = name;
    this.#scheduler = scheduler;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** A call that happens when the dice say so. On a dead device it never ends. `act` runs at one stroke. */
  step<T>(label: string, act: () => T | Promise<T>): Promise<Awaited<T>> {
    return new Promise((resolve, reject) => {
      if (!this.#isAlive) return;
      const settle = resolve as (value: unknown) => void;
      this.#scheduler.add({ device: this, label, act, resolve: settle, reject });
    });
  }

  /** A moment inside a step; for use by fakes within `act`, which must let what this throws pass. */
  point(label: string, when: Moment['when'] = 'inside'): void {
    const verdict = this.#scheduler.mischief({ device: this.name, label, when });
    if (verdict?.do === 'crash') this.crash();
    if (!this.#isAlive) throw CRASHED;
    if (verdict?.do === 'fail') throw verdict.error;
  }

  /** Ends the device at once: nothing of it ever happens again. */
  crash(): void {
    this.#isAlive = false;
  }
}

/** Decides, by dice, in which order the calls on all fakes happen. The same seed gives the same order. */
export class Scheduler {
  readonly clock: FakeClock;
  /** What may go wrong; exchange it at will. */
  mischief: Mischief = () => undefined;
  /** How likely the clock moves although something could still be done, from 0 to 1: late answers, early timeouts. */
  hurry = 0;
  /** Steps done so far. */
  stepCount = 0;
  readonly #dice: Dice;
  readonly #pending: Step[] = [];

  constructor(dice: Dice, clock: FakeClock) {
    this.#dice = dice;
    this.clock = clock;
  }

  /** A computer that has just started. After a crash, ask for another one with the same name. */
  device(name: string): Device {
    return new Device(name, this);
  }

  /** For `Device` only. */
  add(step: Step): void {
    this.#pending.push(step);
  }

  /** What waits to happen, for messages about runs that do not end. */
  waiting(): readonly string[] {
    return this.#pending.filter(step => step.device.isAlive).map(step => `${step.device.name}: ${step.label}`);
  }

  /** Lets things happen one at a time until `until` says so; time moves when nothing else can happen. */
  async run(until: () => boolean, maxSteps = 1_000_000): Promise<RunEnd> {
    for (let count = 0; count < maxSteps; count += 1) {
      await (count % STEPS_A_TURN === 0 ? turnOfTheLoop() : everythingThatCanRun());
      if (until()) return 'done';
      if (!this.#happen()) return 'idle';
    }
    return 'exhausted';
  }

  #happen(): boolean {
    if (this.hurry > 0 && this.#pending.length > 0 && this.#dice.chance(this.hurry) && this.clock.advance())
      return true;
    const step = this.#draw();
    if (step === null) return this.clock.advance();
    this.stepCount += 1;
    perform(step);
    return true;
  }

  #draw(): Step | null {
    const pending = this.#pending;
    while (pending.length > 0) {
      const index = this.#dice.below(pending.length);
      const step = pending[index] as Step;
      const last = pending.pop() as Step;
      if (last !== step) pending[index] = last;
      if (step.device.isAlive) return step;
    }
    return null;
  }
}

/**
 * Node empties the queue of settled promises before it calls what was left for the next tick: by then, all that could run has
 * run. A turn of the event loop says the same, but costs a seventh of a whole simulation.
 */
function everythingThatCanRun(): Promise<void> {
  return new Promise(resolve => process.nextTick(resolve));
}

/** Lets timers, other threads and the signal that stops a test have their turn. */
function turnOfTheLoop(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** Runs what is scheduled, also what real time brings, until it is over. */
export async function keepRunning(scheduler: Scheduler, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await scheduler.run(isOver);
    await new Promise(resolve => setTimeout(resolve, 0));
  }
}

function perform({ device, label, act, resolve, reject }: Step): void {
  const fail = (thrown: unknown): void => {
    if (thrown !== CRASHED && device.isAlive) reject(thrown);
  };
  const finish = (value: unknown): void => {
    try {
      device.point(label, 'after');
      resolve(value);
    } catch (thrown) {
      fail(thrown);
    }
  };
  try {
    device.point(label, 'before');
    const value = act();
    if (value instanceof Promise) value.then(finish, fail);
    else finish(value);
  } catch (thrown) {
    fail(thrown);
  }
}
