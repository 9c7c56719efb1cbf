import { z } from 'zod';

import { call, nothing } from './call.ts';

export const windowCalls = {
  /** A fresh address with a one-time key for the browser; null when the window is not served. */
  'window.address': call(nothing, z.object({ url: z.string().nullable() })),
};
