import { FaultError } from '../../../shared/fault.ts';

/** An answer that succeeded and cannot be meant. @param why a whole sentence. */
export function oddAnswer(why: string): FaultError {
  return new FaultError({ kind: 'failing', status: 200, messages: [why] });
}
