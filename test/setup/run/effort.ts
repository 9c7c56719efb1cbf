/**
 * How much is drawn at random, in percent of what `npm run proof` draws: 100 there, 10 in `npm test`. The one number that
 * every property and every series of seeds takes its length from; `BENCHTOP_RUNS=1000` draws ten times as many as a proof.
 */
export const RUNS_PERCENT: number = positive('BENCHTOP_RUNS') ?? 100;

/** What `npm test` draws, in percent. */
export const EVERYDAY_PERCENT = 10;

/** Whether this is a proof: everything is played that there is. */
export const IS_PROOF: boolean = RUNS_PERCENT >= 100;

/** Numbers of seeds that do not shrink evenly: what every day has, and what a proof has. */
export function perTier<T>({ everyday, proof }: { readonly everyday: T; readonly proof: T }): T {
  return IS_PROOF ? proof : everyday;
}

/**
 * At most so many worlds of a kind, where a time limit leaves no room for all of them: `.ci/run` says so. The number of worlds
 * alone is bounded, since each further one is of the same kind as those before it.
 */
export const MOST_WORLDS: number = positive('BENCHTOP_WORLDS') ?? Number.POSITIVE_INFINITY;

/** Whether a time limit leaves no room for all that a proof has; see `MOST_WORLDS`. */
const IS_SHORT_OF_TIME: boolean = MOST_WORLDS !== Number.POSITIVE_INFINITY;

/** How many cases to draw where a proof draws so many; at least one. A third where a time limit leaves no room. */
export function runs(inProof: number): number {
  const share = IS_SHORT_OF_TIME ? RUNS_PERCENT / 3 : RUNS_PERCENT;
  return Math.max(1, Math.round((inProof * share) / 100));
}

/** Of very many cases that are alike each such one is played where a time limit leaves no room for all of them. */
export const SHORT_STRIDE: number = IS_SHORT_OF_TIME ? 6 : 1;

/** The seed that `--seed` names, so that a failure can be repeated; else the usual one. */
export function seedOr(usual: number): number {
  return positive('BENCHTOP_SEED') ?? usual;
}

/** A seed that is another one every time, unless `--seed` names one. */
export function freshSeed(): number {
  return seedOr(1 + (Date.now() % 1_000_000));
}

function positive(name: string): number | null {
  const text = process.env[name];
  if (text === undefined || text === '') return null;
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`${name} takes a number above 0, not '${text}'.`);
}
