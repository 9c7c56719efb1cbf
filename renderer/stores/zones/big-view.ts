import { create } from 'zustand';

import { type Fault, toFault } from '../../../shared/fault.ts';
import { engine } from '../engine.ts';
import { openZones, useNavigation } from '../navigation.ts';

/** The big view, which may be left with a PIN only. */
export interface BigView {
  /** Whoever goes elsewhere is brought back. */
  readonly isLocked: boolean;
  /** The PIN is asked for. */
  readonly isAsking: boolean;
  readonly isChecking: boolean;
  readonly wasWrong: boolean;
  readonly fault: Fault | null;
}

const OPEN: BigView = { isLocked: false, isAsking: false, isChecking: false, wasWrong: false, fault: null };
export const useBigView = create<BigView>(() => OPEN);

/** Locks it when a PIN is set. Where that cannot be asked, it stays as it is. */
export async function enterBigView(): Promise<void> {
  try {
    if (await engine.call('zones.hasPin', null)) useBigView.setState({ isLocked: true });
  } catch (thrown) {
    useBigView.setState({ fault: toFault(thrown) });
  }
}

/** Leaves it, or asks for the PIN. */
export function leaveBigView(): void {
  if (useBigView.getState().isLocked) useBigView.setState({ isAsking: true, wasWrong: false, fault: null });
  else openZones();
}

export function stayInBigView(): void {
  useBigView.setState({ isAsking: false });
}

/** Leaves it when that is the PIN. */
export async function unlockBigView(pin: string): Promise<void> {
  useBigView.setState({ isChecking: true, wasWrong: false, fault: null });
  try {
    if (await engine.call('zones.checkPin', { pin })) {
      useBigView.setState(OPEN);
      openZones();
    } else useBigView.setState({ wasWrong: true });
  } catch (thrown) {
    useBigView.setState({ fault: toFault(thrown) });
  }
  useBigView.setState({ isChecking: false });
}

useNavigation.subscribe(({ route }) => {
  const isThere = route.screen === 'zones' && route.place.name === 'kiosk';
  if (useBigView.getState().isLocked && !isThere) openZones({ name: 'kiosk' });
});
