import { type Fault, toFault, WITHOUT_BENCHTOP } from '../../../../shared/fault.ts';
import { zonesWords as words } from '../../../../shared/features/zones/window-text.ts';

/** What stopped a change of a drop zone, in words that are true of it: none is kept for later. */
export function notChanged(thrown: unknown): Fault {
  const fault = toFault(thrown);
  if (fault.kind !== 'offline' || fault.detail === WITHOUT_BENCHTOP) return fault;
  return { kind: 'bad-request', detail: words.unreached };
}
