import { FaultError } from '../../../shared/fault.ts';

/** A file that ended before its announced end. */
export function brokeOff(came: number, announced: number): FaultError {
  return new FaultError({ kind: 'offline', detail: `the file broke off after ${came} of ${announced} bytes` });
}
