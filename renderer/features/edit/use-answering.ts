import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { askNothing, useOutcome } from '../../state/edit.ts';

/** What a question does when it is answered: it goes away when all went well, and says otherwise what did not. */
export function useAnswering(deed: () => Promise<Fault | null>, onDone: () => void = askNothing) {
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const onYes = () => void deed().then(failed => (failed === null ? onDone() : setFault(failed)));
  return { fault, isBusy, onYes, onClose: askNothing };
}
