import { containmentTrials, folderTrials, sweepTrials } from './disk-keeping.ts';
import { lookTrials, readTrials } from './disk-looking.ts';
import { moveTrials, storeTrials } from './disk-moving.ts';
import { placeTrials, replaceTrials } from './disk-placing.ts';
import { type DiskOnTrial, trialsOf } from './disk-trial.ts';

/** What every disk must do. `begin` gives a fresh disk with an empty marked root. */
export function diskSuite(kind: string, begin: () => Promise<DiskOnTrial>): void {
  const trial = trialsOf(kind, begin);
  lookTrials(trial);
  readTrials(trial);
  placeTrials(trial);
  replaceTrials(trial);
  moveTrials(trial);
  storeTrials(trial);
  folderTrials(trial);
  sweepTrials(trial);
  containmentTrials(trial);
}
