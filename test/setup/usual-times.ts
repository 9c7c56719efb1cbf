import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Tier } from './tiers.ts';

/** How long a tier and its dearest files usually take on two cores that do nothing else, in seconds. */
export interface UsualTimes {
  readonly all: number;
  /** By path below the root; what takes less than a second is left out. */
  readonly files: { readonly [path: string]: number };
}

const FILE = fileURLToPath(new URL('usual-times.json', import.meta.url));

type Kept = { readonly [tier in Tier]: UsualTimes };

export function usualTimes(tier: Tier): UsualTimes {
  return kept()[tier];
}

/** Notes what a run took; `npm run proof -- --keep-times`, on a quiet machine. */
export function keepUsualTimes(tier: Tier, times: UsualTimes): void {
  writeFileSync(FILE, `${JSON.stringify({ ...kept(), [tier]: times }, null, 2)}\n`);
}

function kept(): Kept {
  // Written by the function above and by nothing else.
  return JSON.parse(readFileSync(FILE, 'utf8')) as Kept;
}
