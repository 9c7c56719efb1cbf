import { randomUUID } from 'node:crypto';

import type { Random } from '../../ports/random.ts';

/** Real chance. `next` spreads retries and is no secret; UUIDs come from the system's generator. */
export const systemRandom: Random = { next: () => Math.random(), uuid: () => randomUUID() };
