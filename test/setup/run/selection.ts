import { parseArgs } from 'node:util';

import { type Tier, tierOf } from './tiers.ts';

/** What the arguments of `run-tests.ts` ask for. */
export interface Wanted {
  readonly tier: Tier;
  readonly changed: boolean;
  readonly rest: boolean;
  readonly keepTimes: boolean;
  readonly seed: string | null;
  /** Run only what fits in so many seconds; null: run everything. */
  readonly within: number | null;
  /** How many seconds `npm test` took here just before, which tells how quick the computer is now. */
  readonly everydayTook: number | null;
  /** The arguments that are vitest's own. */
  readonly forVitest: readonly string[];
}

/** Reads the arguments; the first is the tier. @throws Error for another first one. */
export function wantedOf([tier, ...words]: readonly string[]): Wanted {
  if (tier !== 'everyday' && tier !== 'proof')
    throw new Error(`Run 'npm test' or 'npm run proof', not '${tier ?? ''}'.`);
  const { tokens } = parseArgs({
    args: [...words],
    options: { changed: FLAG, rest: FLAG, 'keep-times': FLAG, seed: TEXT, within: TEXT, 'everyday-took': TEXT },
    strict: false,
    tokens: true,
  });
  const ours = new Map<string, string>();
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !OURS.has(token.name)) continue;
    ours.set(token.name, token.value ?? '');
    taken.add(token.index);
    if (WITH_VALUE.has(token.name) && token.inlineValue === false) taken.add(token.index + 1);
  }
  return {
    tier,
    changed: ours.has('changed'),
    rest: ours.has('rest'),
    keepTimes: ours.has('keep-times'),
    seed: ours.get('seed') ?? null,
    within: secondsOf(ours, 'within'),
    everydayTook: secondsOf(ours, 'everyday-took'),
    forVitest: words.filter((_, index) => !taken.has(index)),
  };
}

const FLAG = { type: 'boolean' } as const;
const TEXT = { type: 'string' } as const;
const WITH_VALUE: ReadonlySet<string> = new Set(['seed', 'within', 'everyday-took']);
const OURS: ReadonlySet<string> = new Set(['changed', 'rest', 'keep-times', ...WITH_VALUE]);

function secondsOf(options: ReadonlyMap<string, string>, name: string): number | null {
  const text = options.get(name);
  if (text === undefined) return null;
  const seconds = Number(text);
  if (text !== '' && Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new Error(`--${name} takes a number of seconds, not '${text}'.`);
}

/** The files of a tier; a proof has all of them, its rest those that `npm test` leaves out. */
export function testsOf({ tier, rest }: Pick<Wanted, 'tier' | 'rest'>, all: readonly string[]): readonly string[] {
  if (tier === 'everyday') return all.filter(path => tierOf(path) === 'everyday');
  return rest ? all.filter(path => tierOf(path) === 'proof') : all;
}
