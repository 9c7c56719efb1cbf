import { networkInfo, networkTest } from './network-model.ts';
import { call, nothing } from '../../rpc/call.ts';

export const networkCalls = {
  'network.get': call(nothing, networkInfo),
  /** Holds from the next request on. The file of certificates is read once, now. */
  'network.set': call(networkInfo, nothing),
  /** Asks the service who is signed in. */
  'network.test': call(nothing, networkTest),
};
