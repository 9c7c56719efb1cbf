import { containmentTrials, folderTrials, sweepTrials } from './disk-keeping.ts';
import { lookTrials, readTrials } from './disk-reading.ts';
import { moveTrials, storeTrials } from './disk-moving.ts';
import { placeTrials } from './disk-placing.ts';
import { replaceTrials } from './disk-replacing.ts';
import { declareTrials, type DiskOnTrial } from './disk-trial.ts';

/** What every disk must do. `begin` gives a fresh disk with an empty marked root. */
export function diskSuite(kind: string, begin: () => Promise<DiskOnTrial>): void {
  const reading = [...lookTrials, ...readTrials];
  const writing = [...placeTrials, ...replaceTrials, ...moveTrials, ...storeTrials];
  const keeping = [...folderTrials, ...sweepTrials, ...containmentTrials];
  declareTrials(kind, [...reading, ...writing, ...keeping], begin);
}
