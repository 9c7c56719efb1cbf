import { managedInfo } from './managed-model.ts';
import { call, nothing } from '../../rpc/call.ts';

export const managedCalls = {
  /** What an administrator laid down for this computer. */
  'managed.get': call(nothing, managedInfo),
};
