import { beginRealDisk } from './suite/disk-on-trial.ts';
import { diskSuite } from './suite/disk.suite.ts';

// As on Windows and macOS, where folders cannot be held open while something is done in them.

diskSuite('real disk that acts by paths', () => beginRealDisk({ isHolding: false }));
