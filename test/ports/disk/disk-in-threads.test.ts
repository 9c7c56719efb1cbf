import { folderTrials, sweepTrials } from './suite/disk-keeping.ts';
import { readTrials } from './suite/disk-reading.ts';
import { storeTrials } from './suite/disk-moving.ts';
import { beginRealDisk } from './suite/disk-on-trial.ts';
import { placeTrials } from './suite/disk-placing.ts';
import { declareTrials } from './suite/disk-trial.ts';

// As in the product: each root in threads of its own, which take a while to start. What threads change is how files are read
// and written, what is told in the midst of a call, and that answers come from elsewhere.

const all = [...readTrials, ...placeTrials, ...storeTrials, ...folderTrials, ...sweepTrials];
/** Nothing can be done here in the midst of a call over there. */
const possible = all.filter(([, run]) => !run.toString().includes('atTheLastInstant'));
declareTrials('real disk in its threads', possible, () => beginRealDisk({ isInThreads: true }));
