import { limits } from '../model/limits.ts';
import { call, nothing } from './call.ts';

export const limitsCalls = {
  'limits.get': call(nothing, limits),
  /** Holds from the next piece of every transfer on. */
  'limits.set': call(limits, nothing),
};
