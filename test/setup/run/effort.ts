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

/** How many cases to draw where a proof draws so many; at least one. */
export function runs(inProof: number): number {
  return Math.max(1, Math.round((inProof * RUNS_PERCENT) / 100));
}

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
