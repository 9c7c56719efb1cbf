import type { Row } from './row.ts';
import { g4 } from './rows/no-op-peers.ts';
import { g1, g3 } from './rows/no-op.ts';

/** What `npm run bench` can measure, in the order of the table in README.md. */
export const ROWS: readonly Row[] = [g1, g3, g4];
