import { limits } from './limits-model.ts';
import { call, nothing } from '../../rpc/call.ts';

export const limitsCalls = {
  'limits.get': call(nothing, limits),
  /** Holds from the next piece of every transfer on. */
  'limits.set': call(limits, nothing),
};
