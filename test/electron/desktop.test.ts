import { describe } from 'vitest';

import { desktopSuite } from './desktop.suite.ts';
import { findElectron } from './find-electron.ts';
import { STAND_IN } from './host.ts';
import { realHost } from './real.ts';
import { troublesSuite } from './troubles.suite.ts';

describe('the desktop app in the stand-in', () => void desktopSuite(STAND_IN));
describe('the desktop app in the stand-in, where little is as it should be', () => void troublesSuite(STAND_IN));

const electron = findElectron();
if (electron.is === 'found') {
  describe('the desktop app in Electron', () => void desktopSuite(realHost(electron)));
} else process.stdout.write(`The desktop app in Electron: not run: ${electron.reason}\n`);
