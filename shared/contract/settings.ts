import { z } from 'zod';

import { call, nothing } from './call.ts';

export const settingsCalls = {
  /** Every setting by its name, as text. */
  'settings.all': call(nothing, z.record(z.string(), z.string())),
  'settings.set': call(z.object({ name: z.string().max(100), value: z.string().max(1000) }), nothing),
};
