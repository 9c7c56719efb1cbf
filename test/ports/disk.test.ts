import { existsSync } from 'node:fs';

import { beginFakeDisk, beginRealDisk } from './disk-on-trial.ts';
import { diskSuite } from './disk.suite.ts';

diskSuite('real disk', () => beginRealDisk());
// Another file system, without birth times, and with the store on the same one.
if (existsSync('/dev/shm')) diskSuite('real disk in memory', () => beginRealDisk('/dev/shm'));
diskSuite('fake disk', () => beginFakeDisk());
