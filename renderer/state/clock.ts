import { create } from 'zustand';

import { SECOND } from '../../shared/units.ts';

/** The time, every second. Select from it coarsely: what does not change does not render again. */
export const useClock = create<{ readonly nowMs: number }>(() => ({ nowMs: Date.now() }));

setInterval(() => useClock.setState({ nowMs: Date.now() }), SECOND);

/** The present time, rounded down to whole `stepMs`: for words that change no oftener than that. */
export function useNow(stepMs: number): number {
  return useClock(clock => Math.floor(clock.nowMs / stepMs) * stepMs);
}
