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
 * The hazards without a test, by id. Closing one takes its id from here; a new one here is a decision that somebody
 * has to defend.
 */
// prettier-ignore
export const OPEN: readonly string[] = [
  'W18', 'W19', 'W21', 'W23', 'W25',
  'S2', 'S3', 'S10', 'S11', 'S12', 'S13',
  'T1', 'T2', 'T4', 'T5', 'T6', 'T9', 'T11', 'T14', 'T15', 'T23', 'T24', 'T25', 'T28', 'T31',
  'R1', 'R2', 'R3', 'R5', 'R6', 'R8', 'R9', 'R13', 'R14', 'R15', 'R18', 'R19', 'R21', 'R22', 'R24', 'R26',
  'P4', 'P6', 'P10', 'P18', 'P23', 'P24', 'P25', 'P31', 'P33', 'P34', 'P36', 'P37',
  'L4', 'L6', 'L13', 'L16', 'L18', 'L20', 'L22', 'L23', 'L24',
  'C4', 'C6', 'C7', 'C13', 'C14', 'C15',
  'X2',
];
