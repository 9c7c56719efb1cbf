import { type RefObject, useEffect, useState } from 'react';

/** Gives a panel the focus when it comes, and when it goes gives it back to what had it before, or to the list beside it. */
export function useGivenFocus(panel: RefObject<HTMLElement | null>): void {
  // Once it is in the page, what it came in place of is gone.
  const [before] = useState(focusedBefore);
  useEffect(() => {
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
  }, [panel, before]);
}

/** What had the focus, and how to find its like where the panel it was in came again. */
interface Before {
  readonly element: Element | null;
  readonly region: string;
  readonly text: string;
}

/** What has the focus now; of a menu, the button that opened it. */
function focusedBefore(): Before {
  const active = document.activeElement;
  const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')?.split(' ')[0];
  const element = opener === undefined ? active : document.getElementById(opener);
  const region = element?.closest<HTMLElement>('[data-region]')?.dataset['region'] ?? '';
  return { element, region, text: element?.textContent ?? '' };
}

function giveBack({ element, region, text }: Before): void {
  const same = [...document.querySelectorAll<HTMLElement>(`[data-region="${region}"] button`)];
  const list = document.querySelector<HTMLElement>('[data-region="list"] [data-region-start]');
  const again = text === '' ? undefined : same.find(button => button.textContent === text);
  for (const target of [element, again, list]) {
    if (!(target instanceof HTMLElement) || target === document.body || !target.checkVisibility()) continue;
    target.focus();
    if (document.activeElement === target) return;
  }
}

function inTwoFrames(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
