import { create } from 'zustand';

import type { Fault } from '../../../../shared/fault.ts';
import type { WhyInfo } from '../../../../shared/features/activity/why-model.ts';
import { engine } from '../../../state/engine.ts';
import { onRouteChange } from '../../../state/navigation.ts';
import { update } from '../../../state/reading/section.ts';

/** The item that was asked about, and the answer once it came. */
export interface Explained {
  readonly asked: { readonly mirror: string; readonly path: string } | null;
  readonly why: WhyInfo | null;
  readonly fault: Fault | null;
}

export const useWhy = create<Explained>(() => ({ asked: null, why: null, fault: null }));

/** Asks why something is as it is. */
export async function askWhy(mirror: string, path: string): Promise<void> {
  const asked = { mirror, path };
  useWhy.setState({ asked, why: null, fault: null });
  const question = { mirror, path: path === '' ? './' : path, absolute: null };
  const isCurrent = () => useWhy.getState().asked === asked;
  await update(
    useWhy,
    () => engine.call('why.path', question),
    why => ({ why }),
    { isCurrent },
  );
}

/** Puts the answer away. */
export function forgetWhy(): void {
  useWhy.setState({ asked: null, why: null, fault: null });
}

onRouteChange(forgetWhy);
