import { create } from 'zustand';

import type { Fault } from '../../shared/fault.ts';
import { faultLine } from '../../shared/text/faults.ts';
import { inWindow } from '../../shared/text/window-advice.ts';

/** What the window's polite live region says next. `count` tells two equal sentences apart. */
export const useSaying = create<{ readonly text: string | null; readonly count: number }>(() => ({
  text: null,
  count: 0,
}));

/** Has a sentence announced to screen readers. */
export function announce(text: string): void {
  useSaying.setState(({ count }) => ({ text, count: count + 1 }));
}

/** Has what went wrong announced, where the focus is on something else than its notice. */
export function announceFault(fault: Fault): void {
  announce(inWindow(faultLine(fault)));
}
