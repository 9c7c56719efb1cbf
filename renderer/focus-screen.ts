/**
 * What can have the focus. Regions are elements with `data-region`; an element with `data-region-start` inside one is where
 * its focus begins.
 */
export const FOCUSABLE = 'a[href], button:not([disabled]), input, [tabindex]:not([tabindex="-1"])';

/** A folder may have to be read before it has a list: so many frames it is waited for. */
const FRAMES = 120;

/**
 * Takes the focus out of the bars around the screen, to where the screen on show begins: its title, or in the files their
 * list. What has the focus in the screen keeps it. @param isAgain whether the screen was on show before: then back to its title.
 */
export function enterScreen(isAgain: boolean, passed = 0): void {
  requestAnimationFrame(() => {
    const isInside = document.querySelector('main')?.contains(document.activeElement) === true;
    if (isInside && !(isAgain && titleOf() !== null)) return;
    const isOver = document.querySelector('[data-modal]') === null;
    const isEntered = isOver && focusFirst([titleOf() ?? startOfList()]);
    if (!isEntered && passed < FRAMES) enterScreen(isAgain, passed + 1);
    else if (!isEntered) focusScreen();
  });
}

/** The title of the screen; the files have none that can have the focus. */
export function titleOf(): HTMLElement | null {
  return document.querySelector('h1[tabindex]');
}

/** Where the list of the screen begins. */
export function startOfList(): HTMLElement | null {
  return document.querySelector('main [data-region="list"] [data-region-start]');
}

/** Focuses the first of these that is shown and takes it. @returns whether one did. */
export function focusFirst(targets: readonly (Element | null)[]): boolean {
  return targets.some(target => {
    if (!(target instanceof HTMLElement) || !isShown(target)) return false;
    target.focus();
    return document.activeElement === target;
  });
}

/** Whether an element takes any room on the page. */
export function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

/** Puts the focus into the screen, past the bar above it. @returns whether there was something to focus. */
export function focusScreen(): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, textarea, [tabindex])')];
  const first = all.find(each => each.tabIndex >= 0 && !each.matches(':disabled') && isShown(each));
  first?.focus();
  return first !== undefined && document.activeElement === first;
}
