import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { ON_POSIX } from '../../setup/on-posix.ts';
import { beginFakeDisk, beginRealDisk } from './suite/disk-on-trial.ts';
import { sweepTrials } from './suite/disk-keeping.ts';
import { storeTrials } from './suite/disk-moving.ts';
import { replaceTrials } from './suite/disk-replacing.ts';
import { declareTrials } from './suite/disk-trial.ts';
import { diskSuite } from './suite/disk.suite.ts';

const OTHER_VOLUME = '/dev/shm';

diskSuite('real disk', () => beginRealDisk());
diskSuite('fake disk', () => beginFakeDisk());

// Under Wine it is there, too, and no volume of Windows.
if (ON_POSIX && existsSync(OTHER_VOLUME)) {
  // A file system without birth times.
  diskSuite('real disk in memory', () => beginRealDisk({ within: OTHER_VOLUME }));
  declareTrials('real disk with its store on another volume', [...replaceTrials, ...storeTrials, ...sweepTrials], () =>
    beginRealDisk({ within: tmpdir(), dataWithin: OTHER_VOLUME }),
  );
}
