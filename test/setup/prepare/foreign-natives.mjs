import { join } from 'node:path';

import { fetchPackage, lockedPackage } from './fetch-package.mjs';
import { root } from './say.mjs';

/** What packages for other systems carry, and npm does not install on this one. */
const FOREIGN = ['@koromix/koffi-win32-x64'];

/** Fetches it into `node_modules`, where the packages of this system are. */
export function prepareForeignNatives() {
  for (const name of FOREIGN) fetchPackage(lockedPackage(name), join(root, 'node_modules', name));
}

if (import.meta.main) prepareForeignNatives();
