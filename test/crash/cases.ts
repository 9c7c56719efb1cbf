import { FOLDER } from '../sim/world/computer.ts';
import type { Moment } from '../sim/fakes/scheduler.ts';
import { play, trace } from './play.ts';
import type { Case, Other, Trace } from './play.ts';
import type { Story } from './story.ts';

const OTHERS: readonly Other[] = ['nobody', 'a person here', 'a colleague'];

/** A point at which dying makes a difference: nothing that is durable is as at any other point of the same story. */
interface Point {
  readonly lost: number | null;
  readonly dies: readonly number[];
  /** How many pieces of what is on the disk are not flushed then. */
  readonly unflushed: number;
  /** Where it is, for people. */
  readonly at: string;
  readonly kind: string;
}

/** A case with where it is, for people, and of which kind that moment is: cases of one kind differ in paths and numbers only. */
type Found = Partial<Case> & { readonly at: string; readonly kind: string };

/** All cases of a story, and how many moments stand behind them. */
export interface Cases {
  readonly moments: number;
  readonly points: number;
  readonly cases: readonly Found[];
}

/**
 * Finds every case of a story by playing it: each moment before, in and after a call on a port, as it goes well and with
 * each single answer lost, and each moment of the recovery that follows. Of moments between which nothing durable
 * changed one is taken: the next start cannot tell them apart. Each request is also refused once, with 403.
 * @param withEmpty each list is also empty once: by hand, beside the suites.
 */
export async function casesOf(story: Story, { withEmpty = false } = {}): Promise<Cases> {
  const seen = new Set<string>();
  const well = await trace(story, {});
  let moments = well.moments.length;
  const points = freshPoints(seen, well, { lost: null, dies: [] });
  const lostOnes: Partial<Case>[] = [];
  for (let lost = 0; lost < well.requests; lost++) {
    const bad = await trace(story, { lost }, { well });
    moments += bad.moments.length;
    points.push(...freshPoints(seen, bad, { lost, dies: [] }));
    lostOnes.push({ lost });
  }
  for (const point of [...points]) {
    const recovery = recoveryOf(await trace(story, point, { until: looksHere }));
    moments += recovery.moments.length;
    points.push(...freshPoints(seen, recovery, point));
  }
  const dying = points.flatMap(({ lost, dies, unflushed, ...where }) =>
    OTHERS.flatMap(meanwhile => losses(story, unflushed).map(loses => ({ lost, dies, loses, meanwhile, ...where }))),
  );
  const refusing = Array.from({ length: well.requests }, (_, refused) => ({
    refused,
    at: `refused request ${refused}`,
    kind: 'refused',
  }));
  const emptied = (withEmpty ? well.lists : []).map(empty => ({
    empty,
    at: `nothing shown to request ${empty}`,
    kind: 'empty',
  }));
  const acting = [...momentsFor('a person here', well), ...momentsFor('a colleague', well)];
  const cases = [
    ...dying,
    ...lostOnes.map(one => ({ ...one, at: `without the answer to request ${one.lost}`, kind: 'lost' })),
    ...refusing,
    ...emptied,
    ...acting,
  ];
  return { moments, points: points.length, cases };
}

/** One case of each kind of moment. Which of the kind it is changes from kind to kind, so that each kind of company is met. */
export function oneOfEachKind(all: Cases): Cases {
  const kinds = Map.groupBy(all.cases, ({ kind }) => kind);
  const cases = [...kinds.values()].flatMap((alike, index) => alike[index % alike.length] ?? []);
  return { ...all, cases };
}

/** Plays them all. @returns a line for each that failed. */
export async function failuresOf(story: Story, { cases }: Cases): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const one of cases) {
    try {
      await play(story, one);
    } catch (error) {
      failures.push(`${story.name}, ${told(one)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures;
}

/**
 * Nothing is lost with the program, and with the power any of what was not flushed, each by itself. A file that another
 * program puts in between was not flushed by that program either, so no test can promise it.
 */
function losses({ slipsIn }: Story, unflushed: number): readonly number[] {
  return slipsIn !== undefined ? [0] : Array.from({ length: 2 ** unflushed }, (_, bits) => bits);
}

function told({ at, kind: _, ...script }: Found): string {
  return `${at} ${JSON.stringify(script)}`;
}

/** That a start counted itself in the marker is a difference of the first life only; it would be one in every recovery. */
function freshPoints(seen: Set<string>, { moments }: Trace, from: Pick<Point, 'lost' | 'dies'>): Point[] {
  const points: Point[] = [];
  for (const [index, { moment, durable, unflushed }] of moments.entries()) {
    const { state, marker } = durable;
    const whole = from.dies.length === 0 && from.lost === null ? `${state} ${marker}` : state;
    if (seen.has(whole)) continue;
    seen.add(whole).add(state);
    const dies = [...from.dies, index];
    const kind = `death ${dies.length} ${moment.when} ${callOf(moment)}`;
    points.push({ lost: from.lost, dies, unflushed, at: `dies ${moment.when} ${moment.label}`, kind });
  }
  return points;
}

/** What happens between a restart and the first look at the folder: nothing else may be done before. */
function recoveryOf({ moments, ...rest }: Trace): Trace {
  const end = moments.findIndex(({ moment }) => looksHere(moment));
  return { moments: end < 0 ? moments : moments.slice(0, end), ...rest };
}

function looksHere({ label }: Moment): boolean {
  return label === `disk.scan ${FOLDER}`;
}

/** Acting before a step that has nothing to do with one's own side is the same as acting before the next one. */
function momentsFor(who: Other, { moments }: Trace): readonly Found[] {
  const touches = who === 'a person here' ? /^disk\./ : /^http [A-Z]+ [^:]*$/;
  return moments.flatMap(({ moment }, at) =>
    isActing(moment) && touches.test(moment.label)
      ? [
          {
            act: { who, at },
            at: `${who} acts ${moment.when} ${moment.label}`,
            kind: `${who} acts ${moment.when} ${callOf(moment)}`,
          },
        ]
      : [],
  );
}

/** The call on a port, without what it is about: `disk.place`, `http GET`. */
function callOf({ label }: Moment): string {
  return label
    .split(' ')
    .slice(0, label.startsWith('http ') ? 2 : 1)
    .join(' ');
}

function isActing({ when }: Moment): boolean {
  return when !== 'after';
}
