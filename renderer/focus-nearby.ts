import { useEffect } from 'react';

import { FOCUSABLE, focusFirst, focusScreen, startOfList, titleOf } from './focus-screen.ts';

/** So many frames lists, sheets and panels have to hand the focus on themselves; a folder may have to be read before. */
const FRAMES = { least: 3, inFiles: 120 };

/**
 * Gives the focus to what is nearest when what had it leaves the page and nothing else takes it: to what stands beside a
 * button that went, or to where its part of the screen begins. Without the focus no key would be heard but those that work
 * everywhere. For the whole window, once.
 */
export function useFocusNearby(): void {
  useEffect(() => {
    // What has the focus, and what it is in, up to the page itself.
    let way: readonly Element[] = [];
    let frame = 0;
    const onFocusIn = ({ target }: FocusEvent): void => void (way = target instanceof Element ? wayUp(target) : []);
    // A press beside it takes the focus from it on purpose.
    const onPress = ({ target }: Event): void => {
      if (target instanceof Node && way[0]?.contains(target) !== true) way = [];
    };
    const look = (passed: number): void => {
      frame = 0;
      if (!isLost(way)) return;
      const isLast = passed >= (titleOf() === null ? FRAMES.inFiles : FRAMES.least);
      // A sheet keeps the focus itself; once it is gone, this is looked at again.
      const isOver = document.querySelector('[data-modal]') === null;
      if (isOver && passed >= FRAMES.least && focusNear(way, isLast)) way = [];
      else if (!isLast) frame = requestAnimationFrame(() => look(passed + 1));
    };
    const observer = new MutationObserver(() => (frame === 0 ? look(0) : undefined));
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPress, true);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPress, true);
    };
  }, []);
}

function wayUp(element: Element): readonly Element[] {
  const { parentElement } = element;
  return parentElement === null ? [element] : [element, ...wayUp(parentElement)];
}

/** Whether what had the focus is gone, and nothing has it. */
function isLost([had]: readonly Element[]): boolean {
  const { activeElement, body } = document;
  return had?.isConnected === false && (activeElement === null || activeElement === body);
}

/**
 * Focuses what is around the place of what is gone: beside it in its part of the screen, or where the list begins. `isLast`:
 * else the title of the screen, or anything on it. @returns whether something has the focus now.
 */
function focusNear(way: readonly Element[], isLast: boolean): boolean {
  const around = way.filter(({ isConnected }) => isConnected);
  const region = around.find(part => part.matches('[data-region]'));
  const inside = region === undefined ? [] : around.slice(0, around.indexOf(region));
  if (inside.some(focusIn) || focusFirst([startOfList()])) return true;
  if (!isLast) return false;
  const title = titleOf();
  if (title !== null) title.focus();
  else if (region === undefined || !focusIn(region)) focusScreen();
  return true;
}

function focusIn(part: Element): boolean {
  return focusFirst([part.querySelector('[data-region-start]'), ...part.querySelectorAll(FOCUSABLE)]);
}
