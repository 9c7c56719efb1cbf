import { z } from 'zod';

import { call, nothing } from '../../rpc/call.ts';

export const powerCalls = {
  /**
   * What the computer runs on, as a program that knows it says, such as the desktop shell; null: not known. Holds until
   * the next call or restart.
   */
  'power.set': call(z.object({ onBattery: z.boolean().nullable(), metered: z.boolean().nullable() }), nothing),
};
