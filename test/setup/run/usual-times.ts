import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Tier } from './tiers.ts';

/** How long files usually take beside others on two cores, in seconds, by path below the root; less than one is left out. */
export type UsualTimes = Readonly<Record<string, number>>;

const FILE = fileURLToPath(new URL('usual-times.json', import.meta.url));
/** So many files are under way on two cores, on average of a whole run. */
const FILES_AT_ONCE = 3.2;

/** The times of files as `npm test` plays them, or in full. */
export function usualTimes(tier: Tier): UsualTimes {
  return kept()[tier];
}

/** How long so many files usually take together, in seconds; 0 when it is not known. */
export function usualLength(times: UsualTimes, paths: readonly string[]): number {
  const each = paths.map(path => times[path] ?? 0);
  return Math.max(0, ...each, each.reduce((sum, seconds) => sum + seconds, 0) / FILES_AT_ONCE);
}

/** Notes what files took, in the place of what they took before; `--keep-times`, on a quiet machine. */
export function keepUsualTimes(tier: Tier, took: ReadonlyMap<string, number>): void {
  const all = { ...usualTimes(tier), ...Object.fromEntries(took) };
  const long = Object.entries(all).filter(([, seconds]) => seconds >= 1);
  const sorted = long.toSorted(([, one], [, other]) => other - one);
  const times = sorted.map(([path, seconds]): [string, number] => [path, Math.round(seconds * 10) / 10]);
  writeFileSync(FILE, `${JSON.stringify({ ...kept(), [tier]: Object.fromEntries(times) }, null, 2)}\n`);
}

function kept(): { readonly [tier in Tier]: UsualTimes } {
  // Written by the function above and by nothing else.
  return JSON.parse(readFileSync(FILE, 'utf8')) as { readonly [tier in Tier]: UsualTimes };
}
