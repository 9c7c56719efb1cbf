import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import { engine } from '../../../state/engine.ts';
import { openZones, useNavigation } from '../../../state/navigation.ts';
import { faultIn, update } from '../../../state/reading/section.ts';

/** The big view, which may be left with a PIN only. */
export interface BigView {
  /** Going to another place leads back here. */
  readonly isLocked: boolean;
  /** The PIN is asked for. */
  readonly isAsking: boolean;
  readonly isChecking: boolean;
  readonly wasWrong: boolean;
  readonly fault: Fault | null;
}

const OPEN: BigView = { isLocked: false, isAsking: false, isChecking: false, wasWrong: false, fault: null };
export const useBigView = create<BigView>(() => OPEN);

/** Whether a PIN is set is being asked; who wants to leave waits for the answer, else the first second would need none. */
let entering: Promise<void> = Promise.resolve();

/** Locks it when a PIN is set. Where that cannot be asked, it stays as it is. */
export function enterBigView(): Promise<void> {
  return (entering = lockIfAsked());
}

async function lockIfAsked(): Promise<void> {
  const fault = await faultIn(async () => {
    if (!(await engine.call('zones.hasPin', null))) return;
    useBigView.setState({ isLocked: true });
    keepThere();
  });
  if (fault !== null) useBigView.setState({ fault });
}

/** Leaves it, or asks for the PIN. */
export async function leaveBigView(): Promise<void> {
  await entering;
  if (useBigView.getState().isLocked) useBigView.setState({ isAsking: true, wasWrong: false, fault: null });
  else openZones();
}

export function stayInBigView(): void {
  useBigView.setState({ isAsking: false });
}

/** Leaves it when that is the PIN. */
export async function unlockBigView(pin: string): Promise<void> {
  const check = async () => {
    const isRight = await engine.call('zones.checkPin', { pin });
    if (!isRight) return { wasWrong: true };
    useBigView.setState(OPEN);
    openZones();
    return {};
  };
  await update(useBigView, check, answer => answer, {
    during: { isChecking: true, wasWrong: false, fault: null },
    after: { isChecking: false },
  });
}

useNavigation.subscribe(keepThere);

/** Leads back to the big view while it is locked. */
function keepThere(): void {
  const { route } = useNavigation.getState();
  const isThere = route.screen === 'zones' && route.place.name === 'kiosk';
  if (useBigView.getState().isLocked && !isThere) openZones({ name: 'kiosk' });
}
