import { create } from 'zustand';

import type { Input } from '../../../../shared/contract.ts';
import type { Fault } from '../../../../shared/fault.ts';
import type { AuthorizationOutcome, AuthorizationStart } from '../../../../shared/features/connections/model.ts';
import { authorizationText } from '../../../../shared/features/connections/text.ts';
import { connectionsWords as words } from '../../../../shared/features/connections/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { update } from '../../../state/reading/section.ts';
import { showToast } from '../../../state/toast.ts';
import { connectionsDone, notMade } from './list.ts';

type Ended = Exclude<AuthorizationOutcome, { readonly name: 'connected' }>;

/** An authorization that is on show: begun or not, waited for, or ended without a connection. */
export interface Authorizing {
  readonly isStarting: boolean;
  readonly start: AuthorizationStart | null;
  readonly ended: Ended | null;
  readonly fault: Fault | null;
}

const NOTHING: Authorizing = { isStarting: false, start: null, ended: null, fault: null };

export const useAuthorizing = create<Authorizing>(() => NOTHING);

/** Counts attempts: what comes too late for a newer one is passed over. */
let attempt = 0;

/** Has the service say where to sign in, and waits for who comes back. `onConnected`: a connection is there, and read back. */
export async function beginAuthorization(wish: Input<'connections.authorize'>, onConnected: () => void): Promise<void> {
  const mine = ++attempt;
  const isCurrent = (): boolean => mine === attempt;
  const wait = async (): Promise<Ended | null> => {
    const start = await engine.call('connections.authorize', wish);
    if (!isCurrent()) {
      giveUp(start);
      return null;
    }
    useAuthorizing.setState({ isStarting: false, start });
    const outcome = await engine.call('connections.outcome', { ticket: start.ticket });
    if (!isCurrent()) return null;
    useAuthorizing.setState(NOTHING);
    if (outcome.name !== 'connected') {
      showToast(authorizationText(outcome));
      return outcome;
    }
    const { name, account } = outcome.connection;
    onConnected();
    await connectionsDone(words.authorize.done(name, account));
    return null;
  };
  await update(useAuthorizing, wait, ended => ({ ended }), {
    isCurrent,
    during: { ...NOTHING, isStarting: true },
    after: NOTHING,
    faultOf: notMade,
  });
}

/** A person does not want to wait any longer, or puts it away. */
export function leaveAuthorization(): void {
  attempt += 1;
  const { start } = useAuthorizing.getState();
  useAuthorizing.setState(NOTHING);
  if (start !== null) giveUp(start);
}

function giveUp({ ticket }: AuthorizationStart): void {
  void engine.call('connections.giveUp', { ticket }).catch(() => undefined);
}
