import { type Fault, toFault, WITHOUT_BENCHTOP } from '../../../../shared/fault.ts';
import { connectionsWords as words } from '../../../../shared/features/connections/window-text.ts';

/** What stopped a change, in words that are true of it: none is kept for later. */
export function notMade(thrown: unknown): Fault {
  const fault = toFault(thrown);
  if (fault.kind === 'busy') return { kind: 'bad-request', detail: words.waits(fault.retryAfterMs) };
  if (fault.kind !== 'offline') return fault;
  return { kind: 'bad-request', detail: fault.detail === WITHOUT_BENCHTOP ? words.lost : words.unreached };
}
