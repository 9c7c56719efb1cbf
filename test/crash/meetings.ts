import type { Switches } from '../service/switches.ts';
import { Dice } from '../sim/fakes/dice.ts';
import { HERE_DEEDS, THERE_DEEDS } from './person-actions.ts';
import type { DeedName } from './person-actions.ts';
import type { Mishap } from './mishap.ts';
import { play, trace } from './play.ts';
import type { Case, Trace } from './play.ts';
import type { Story } from './story.ts';

/** Requests and calls to the disk that a usual life has at most; of a mishap after them nothing is seen. */
const MOST_REQUESTS = 40;
const MOST_DISK_CALLS = 150;

/** A story in which several rare things meet. */
interface Meeting {
  readonly story: Story;
  readonly switches: Partial<Switches>;
  readonly script: Partial<Case>;
}

/**
 * Rare things that meet: wherever the computer dies in a story, in the recovery from that, or at any moment without a
 * death, people do one or several of many things, here, there or on both sides; an answer is lost before, and something
 * goes wrong afterwards with a single request or call to the disk. There are too many of these to play all, so they are
 * drawn, each from a seed of its own.
 */
export class Meetings {
  readonly #stories: readonly Story[];
  readonly #traces = new Map<string, Promise<Trace>>();

  /** Bytes that slip in by themselves have a ledger of their own, which other deeds would confuse. */
  constructor(stories: readonly Story[]) {
    this.#stories = stories.filter(({ slipsIn }) => slipsIn === undefined);
  }

  /** Plays the meeting of a seed. @returns what failed, or null. */
  async play(seed: number): Promise<string | null> {
    const { story, switches, script } = await this.draw(seed);
    try {
      await play({ ...story, switches: { ...switches, ...story.switches } }, script);
      return null;
    } catch (error) {
      const told = `--story '${story.name}' --switches '${JSON.stringify(switches)}' --case '${JSON.stringify(script)}'`;
      return `meeting ${seed}: ${error instanceof Error ? error.message : String(error)}\n  ${told}`;
    }
  }

  async draw(seed: number): Promise<Meeting> {
    const dice = new Dice(seed);
    const story = dice.pick(this.#stories);
    const switches = dice.chance(0.5) ? {} : drawSwitches(dice);
    const [turn, isOddDisk] = [dice.chance(0.7) ? 0 : dice.below(4), dice.chance(0.3)];
    const well = await this.#trace(story, switches, { isOddDisk });
    const lost = dice.chance(0.6) ? null : dice.below(Math.max(well.requests, 1));
    const [deeds, mishap] = [drawDeeds(dice), dice.chance(0.5) ? null : drawMishap(dice)];
    const drawn = { lost, turn, isOddDisk, deeds, mishap };
    const { moments } = await this.#trace(story, switches, { lost, isOddDisk });
    const at = dice.below(moments.length);
    if (dice.chance(0.3)) return { story, switches, script: { ...drawn, act: { who: 'nobody', at } } };
    if (dice.chance(0.3)) {
      const later = dice.chance(0.5) ? [] : drawDeeds(dice);
      const dies = [at + dice.below(Math.min(60, moments.length - at))];
      return { story, switches, script: { ...drawn, act: { who: 'nobody', at }, dies, later } };
    }
    const again = dice.chance(0.3)
      ? (await this.#trace(story, switches, { lost, isOddDisk, dies: [at] })).moments
      : null;
    const then = again === null ? [] : [dice.below(again.length)];
    const [last] = then;
    const unflushed = (last === undefined ? moments[at] : again?.[last])?.unflushed ?? 0;
    const loses = dice.chance(0.5) ? dice.below(2 ** unflushed) : 0;
    return { story, switches, script: { ...drawn, dies: [at, ...then], loses } };
  }

  #trace(story: Story, switches: Partial<Switches>, script: Partial<Case>): Promise<Trace> {
    const key = JSON.stringify([story.name, switches, script]);
    const known = this.#traces.get(key) ?? trace({ ...story, switches: { ...switches, ...story.switches } }, script);
    if (script.dies === undefined) this.#traces.set(key, known);
    return known;
  }
}

function drawDeeds(dice: Dice): readonly DeedName[] {
  const count = dice.pick([1, 2, 2, 3]);
  return Array.from({ length: count }, () => dice.pick<DeedName>(dice.chance(0.5) ? HERE_DEEDS : THERE_DEEDS));
}

function drawMishap(dice: Dice): Mishap {
  const what = dice.pick<Mishap['what']>(['refused', 'lost', 'unavailable', 'empty', 'disk before', 'disk after']);
  return { what, nth: dice.below(what.startsWith('disk') ? MOST_DISK_CALLS : MOST_REQUESTS) };
}

/** One of those that decide what becomes of bytes is as it usually is not. */
function drawSwitches(dice: Dice): Partial<Switches> {
  return dice.pick<Partial<Switches>>([
    { removedFile: 'flagged' },
    { enforceBaseVersion: false },
    { confirmTwice: false },
    { initiateNamesVersion: false },
    { fileWithoutAccess: 404 },
    { placeChangesCount: false },
    { listUnconfirmed: true },
    { announcedHeads: true },
    { timesIn: 'seconds' },
    { changesAnswer: 'empty' },
  ]);
}
