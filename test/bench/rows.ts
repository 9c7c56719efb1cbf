import type { Row } from './row.ts';
import { rest } from './rows/at-rest.ts';
import { g6w } from './rows/window/beside-window.ts';
import { g17 } from './rows/event-loop.ts';
import { bulk } from './rows/bulk.ts';
import { command } from './rows/commands.ts';
import { g5 } from './rows/folder-polls.ts';
import { growth } from './rows/growth.ts';
import { g14h } from './rows/hours-of-edits.ts';
import { g16 } from './rows/journal.ts';
import { g9, g10 } from './rows/large-file.ts';
import { g11, g12 } from './rows/latency.ts';
import { g4 } from './rows/no-op-peers.ts';
import { g1, g3 } from './rows/no-op.ts';
import { far25, far100, limited } from './rows/network.ts';
import { g7 } from './rows/requests.ts';
import { g14, g14m, g2, g6b } from './rows/running-engine.ts';
import { g15 } from './rows/search.ts';
import { g6, g8 } from './rows/small-files.ts';
import { g18 } from './rows/window/start.ts';
import { wine } from './rows/under-wine.ts';
import { g13 } from './rows/watching.ts';
import { g19 } from './rows/window/window-presses.ts';

/** What `npm run bench` can measure, in the order of the table in README.md. */
export const ROWS: readonly Row[] = [
  g1,
  g2,
  g3,
  g4,
  g5,
  g6,
  g6b,
  g6w,
  g7,
  g8,
  g9,
  g10,
  g11,
  g12,
  g13,
  g14,
  g14m,
  g14h,
  g15,
  g16,
  g17,
  g18,
  g19,
  far25,
  far100,
  limited,
  bulk,
  command,
  wine,
  rest,
  growth,
];
