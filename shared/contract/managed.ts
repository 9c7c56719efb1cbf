import { managedInfo } from '../model/managed.ts';
import { call, nothing } from './call.ts';

export const managedCalls = {
  /** What an administrator laid down for this computer. */
  'managed.get': call(nothing, managedInfo),
};
