import { describe } from 'vitest';

import { desktopSuite } from './desktop.suite.ts';
import { standInHost } from './host.ts';

describe('the desktop app in the stand-in', () => desktopSuite(standInHost));
