import { describe } from 'vitest';

import { note } from '../setup/note.ts';
import { desktopSuite } from './desktop.suite.ts';
import { findElectron } from './find-electron.ts';
import { type HostKind, STAND_IN } from './host.ts';
import { realHost } from './real.ts';
import { securitySuite, standInSecuritySuite } from './security.suite.ts';
import { openStage } from './stage.ts';
import { troublesSuite } from './troubles.suite.ts';

function wholeSuite(kind: HostKind): void {
  const stage = openStage(kind);
  securitySuite(stage);
  if (kind.isStandIn) standInSecuritySuite(stage);
  desktopSuite(stage);
}

describe('the desktop app in the stand-in', () => {
  wholeSuite(STAND_IN);
});

describe('the desktop app in the stand-in, where little is as it should be', () => {
  troublesSuite(STAND_IN);
});

const electron = findElectron();
// oxlint-disable-next-line vitest/no-conditional-tests -- what cannot be run is not counted, and said.
if (electron.is === 'found') {
  describe('the desktop app in Electron', () => {
    wholeSuite(realHost(electron));
  });
} else note(`The desktop app in Electron: not run: ${electron.reason}`);
