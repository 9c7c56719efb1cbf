import { create } from 'zustand';

/** What the window's polite live region says next. `count` tells two equal sentences apart. */
export const useSaying = create<{ readonly text: string | null; readonly count: number }>(() => ({
  text: null,
  count: 0,
}));

/** Has a sentence announced to screen readers. */
export function announce(text: string): void {
  useSaying.setState(({ count }) => ({ text, count: count + 1 }));
}
