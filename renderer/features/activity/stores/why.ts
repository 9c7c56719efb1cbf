import { create } from 'zustand';

import { type Fault, toFault } from '../../../../shared/fault.ts';
import type { WhyInfo } from '../../../../shared/features/activity/why-model.ts';
import { engine } from '../../../state/engine.ts';
import { useNavigation } from '../../../state/navigation.ts';

/** What somebody asked about, and the answer once it came. */
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
  try {
    const why = await engine.call('why.path', { mirror, path: path === '' ? './' : path, absolute: null });
    if (useWhy.getState().asked === asked) useWhy.setState({ why });
  } catch (thrown) {
    if (useWhy.getState().asked === asked) useWhy.setState({ fault: toFault(thrown) });
  }
}

/** Puts the answer away. */
export function forgetWhy(): void {
  useWhy.setState({ asked: null, why: null, fault: null });
}

useNavigation.subscribe(({ route }, before) => (route === before.route ? undefined : forgetWhy()));
