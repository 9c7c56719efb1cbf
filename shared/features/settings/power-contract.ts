import { z } from 'zod';

import { call, nothing } from '../../rpc/call.ts';

export const powerCalls = {
  /** What the computer runs on, from somebody who knows; null: not known. Holds until told again or restarted. */
  'power.set': call(z.object({ onBattery: z.boolean().nullable(), metered: z.boolean().nullable() }), nothing),
};
