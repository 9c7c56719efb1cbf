import type { Bounds } from '../system/state-file.ts';

/** The smallest window in which everything fits, and the one that is opened first. */
export const SMALLEST = { width: 960, height: 600 } as const;
const FIRST = { width: 1280, height: 800 } as const;
/** So much of its upper edge must be on a screen for a window to be taken hold of. */
const HOLD = { width: 120, height: 40 } as const;

/** Where the window opens: where it was, if it can be reached there; otherwise in the middle of the first screen. */
export function placeWindow(was: Bounds | null, screens: readonly Bounds[]): Bounds | Pick<Bounds, 'width' | 'height'> {
  if (was === null || !screens.some(screen => isReachable(was, screen))) return FIRST;
  return { ...was, width: Math.max(was.width, SMALLEST.width), height: Math.max(was.height, SMALLEST.height) };
}

function isReachable(window: Bounds, screen: Bounds): boolean {
  const left = Math.max(window.x, screen.x);
  const right = Math.min(window.x + window.width, screen.x + screen.width);
  const isHeld = window.y >= screen.y && window.y + HOLD.height <= screen.y + screen.height;
  return isHeld && right - left >= HOLD.width;
}
