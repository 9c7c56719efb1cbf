import { describe } from 'vitest';

import { desktopSuite } from './desktop.suite.ts';
import { standInHost } from './host.ts';
import { troublesSuite } from './troubles.suite.ts';

describe('the desktop app in the stand-in', () => desktopSuite(standInHost));
describe('the desktop app where little is as it should be, in the stand-in', () => troublesSuite(standInHost));
