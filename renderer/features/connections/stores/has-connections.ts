import { create } from 'zustand';

import { engine } from '../../../state/engine.ts';
import { useSession, onAccountChange } from '../../../state/session.ts';

/** Whether the service has connections; null: it is not known yet. */
export const useConnectionsThere = create<{ readonly isThere: boolean | null }>(() => ({ isThere: null }));

/** Learns it once for each service. When the service does not answer, the entry stays and its screen says why. */
export async function learnConnections(): Promise<void> {
  if (useConnectionsThere.getState().isThere !== null || useSession.getState().value?.name !== 'ready') return;
  const isThere = await engine.call('connections.list', { scope: null, archived: false }).then(
    list => list.isThere,
    () => true,
  );
  useConnectionsThere.setState({ isThere });
}

onAccountChange(() => useConnectionsThere.setState({ isThere: null }));
