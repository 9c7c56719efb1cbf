import { useMirrors } from '../../../state/mirrors.ts';
import { useSession } from '../../../state/session.ts';

/** `unknown`: the engine has not said yet; `outside`: no account and no folder here, so most places would be empty. */
export type Entrance = 'unknown' | 'outside' | 'inside';

/** What of the window can be used now: the bars around the screens show only that. */
export function useEntrance(): Entrance {
  const session = useSession(state => state.value?.name ?? null);
  const folders = useMirrors(state => state.value?.length ?? null);
  if (session === 'ready' || session === 'checking' || (folders !== null && folders > 0))
    // The account stands at the end of the bar: places that came before it would move away from under a press.
    return session === null ? 'unknown' : 'inside';
  return session === null || folders === null ? 'unknown' : 'outside';
}
