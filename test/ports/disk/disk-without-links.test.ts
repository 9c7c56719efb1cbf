import type * as FileSystem from 'node:fs';

import { vi } from 'vitest';

import { beginRealDisk } from './suite/disk-on-trial.ts';
import { diskSuite } from './suite/disk.suite.ts';

// FAT and many network file systems cannot give a file a second name. The person's own links in the suite are made by
// the system's `ln`, so only our calls meet this.
vi.mock('node:fs', async original => ({
  ...(await original<typeof FileSystem>()),
  linkSync: () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
  },
}));

diskSuite('real disk without hard links', () => beginRealDisk({ hasLinks: false }));
