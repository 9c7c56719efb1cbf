import { z } from 'zod';

import { call, nothing } from '../../rpc/call.ts';

export const windowCalls = {
  /**
   * Asks the engine to end in order, and says which process is gone then; null when it does not end so, because the
   * program that started it ends it.
   */
  'engine.stop': call(nothing, z.object({ process: z.int().positive().nullable() })),
  /** A fresh address with a one-time key for the browser; null when the window is not served. */
  'window.address': call(nothing, z.object({ url: z.string().nullable() })),
};
