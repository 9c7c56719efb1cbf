import { parseArgs } from 'node:util';

import { type Tier, tierOf } from './tiers.ts';

/** What the arguments of `run-tests.ts` ask for. */
export interface Wanted {
  readonly tier: Tier;
  readonly changed: boolean;
  readonly rest: boolean;
  readonly keepTimes: boolean;
  readonly seed: string | null;
  /** The arguments that are vitest's own. */
  readonly forVitest: readonly string[];
}

/** Reads the arguments; the first is the tier. @throws Error for another first one. */
export function wantedOf([tier, ...words]: readonly string[]): Wanted {
  if (tier !== 'everyday' && tier !== 'proof')
    throw new Error(`Run 'npm test' or 'npm run proof', not '${tier ?? ''}'.`);
  const { tokens } = parseArgs({
    args: [...words],
    options: { changed: FLAG, rest: FLAG, 'keep-times': FLAG, seed: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  const ours = new Map<string, string>();
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !OURS.has(token.name)) continue;
    ours.set(token.name, token.value ?? '');
    taken.add(token.index);
    if (token.name === 'seed' && token.inlineValue === false) taken.add(token.index + 1);
  }
  return {
    tier,
    changed: ours.has('changed'),
    rest: ours.has('rest'),
    keepTimes: ours.has('keep-times'),
    seed: ours.get('seed') ?? null,
    forVitest: words.filter((_, index) => !taken.has(index)),
  };
}

const FLAG = { type: 'boolean' } as const;
const OURS: ReadonlySet<string> = new Set(['changed', 'rest', 'keep-times', 'seed']);
/** The files of a tier; a proof has all of them, its rest those that `npm test` leaves out. */
export function testsOf({ tier, rest }: Pick<Wanted, 'tier' | 'rest'>, all: readonly string[]): readonly string[] {
  if (tier === 'everyday') return all.filter(path => tierOf(path) === 'everyday');
  return rest ? all.filter(path => tierOf(path) === 'proof') : all;
}
