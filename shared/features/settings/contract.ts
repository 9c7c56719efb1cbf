import { z } from 'zod';

import { limits } from './limits-model.ts';
import { networkInfo } from './network-model.ts';
import { aboutInfo, settingInfo } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

export const settingsCalls = {
  /** Every setting by its name, as text. */
  'settings.all': call(nothing, z.record(z.string(), z.string())),
  /** Every setting with what it may be. */
  'settings.describe': call(nothing, z.array(settingInfo)),
  'settings.set': call(z.object({ name: z.string().max(100), value: z.string().max(1000) }), nothing),
  'about.get': call(nothing, aboutInfo),
};

/** What is set now, also by a command or the policy. */
export const settingsTopics = {
  'settings.all': z.array(settingInfo),
  'limits.now': limits,
  'network.now': networkInfo,
};
