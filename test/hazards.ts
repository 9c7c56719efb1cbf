import { DISK } from './hazards/disk.ts';
import type { Hazard } from './hazards/hazard.ts';
import { JOURNAL } from './hazards/journal.ts';
import { PLANNING } from './hazards/planning.ts';
import { SAVING } from './hazards/saving.ts';
import { SECURITY } from './hazards/security.ts';
import { SERVICE } from './hazards/service.ts';
import { TRANSFERS } from './hazards/transfers.ts';
import { WATCHING } from './hazards/watching.ts';

/** A family of hazards: its letter, how many there are, and each of them with what proves it harmless. */
export interface Family {
  readonly letter: string;
  readonly count: number;
  readonly hazards: readonly Hazard[];
}

/** All 189 known ways to lose, spoil or double what people made. */
export const FAMILIES: readonly Family[] = [
  { letter: 'W', count: 25, hazards: WATCHING },
  { letter: 'S', count: 14, hazards: SAVING },
  { letter: 'T', count: 31, hazards: TRANSFERS },
  { letter: 'R', count: 26, hazards: SERVICE },
  { letter: 'P', count: 37, hazards: PLANNING },
  { letter: 'L', count: 25, hazards: DISK },
  { letter: 'C', count: 17, hazards: JOURNAL },
  { letter: 'X', count: 14, hazards: SECURITY },
];

/**
 * The hazards without a test, by id. Closing one takes its id from here; adding one here is a decision that its author
 * has to defend.
 */
// prettier-ignore
export const OPEN: readonly string[] = [
];
