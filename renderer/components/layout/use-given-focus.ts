import { type RefObject, useEffect } from 'react';

/** Gives a panel the focus when it comes, and when it goes gives it back to what had it before, or to the list beside it. */
export function useGivenFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = focusedBefore();
    // A menu that led here has the focus until it is gone, which takes a frame.
    const cancel = inTwoFrames(() => {
      if (panel.current?.contains(document.activeElement) !== true) panel.current?.focus();
    });
    return () => {
      cancel();
      inTwoFrames(() => {
        if (document.activeElement === null || document.activeElement === document.body) giveBack(before);
      });
    };
  }, [panel]);
}

/** What has the focus now; of a menu, the button that opened it. */
function focusedBefore(): Element | null {
  const active = document.activeElement;
  const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')?.split(' ')[0];
  return opener === undefined ? active : document.getElementById(opener);
}

function giveBack(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.checkVisibility()) {
    before.focus();
    if (document.activeElement === before) return;
  }
  document.querySelector<HTMLElement>('[data-region="list"] [data-region-start]')?.focus();
}

function inTwoFrames(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
