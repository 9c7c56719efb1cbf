import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../setup/run/test-files.ts';
import { describeSuitesUnderWine } from './suites-under-wine.ts';

// The watcher, the lock, the named pipe, HTTP, the key store: each port but the disk.
const ports = readdirSync(join(ROOT, 'test/ports'), { withFileTypes: true })
  .filter(each => each.isDirectory() && each.name !== 'disk')
  .map(({ name }) => `test/ports/${name}/` as const);

describeSuitesUnderWine(ports);
