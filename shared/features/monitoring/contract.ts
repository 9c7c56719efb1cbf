import { z } from 'zod';

import { figure, monitoringSettings } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

export const monitoringCalls = {
  /** How it is, in numbers. Never asks the service anything. */
  'monitoring.figures': call(nothing, z.array(figure)),
  'monitoring.settings': call(nothing, monitoringSettings),
  'monitoring.set': call(monitoringSettings, nothing),
};
