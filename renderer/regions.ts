/** Regions are elements with `data-region`; an element with `data-region-start` inside one is where its focus begins. */
const FOCUSABLE = 'a[href], button:not([disabled]), input, [tabindex]:not([tabindex="-1"])';

/** Where the focus was in each region when it was left. */
const remembered = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next region (1) or the one before (-1), to where it was there last. */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isShown);
  const active = document.activeElement;
  const at = regions.findIndex(region => region.contains(active));
  const here = regions[at];
  if (here !== undefined && active instanceof HTMLElement) remembered.set(here, active);
  // From nowhere, forward leads to the first region and back to the last.
  const from = at === -1 && step === -1 ? 0 : at;
  for (let passed = 1; passed <= regions.length; passed += 1) {
    const region = regions[(from + step * passed + regions.length * 2) % regions.length];
    if (region !== undefined && focusInside(region)) return;
  }
}

/** Puts the focus into a region. @returns whether there was something to focus. */
function focusInside(region: HTMLElement): boolean {
  const before = remembered.get(region);
  const start = region.querySelector<HTMLElement>('[data-region-start]');
  const first = region.querySelector<HTMLElement>(FOCUSABLE);
  for (const target of [before, start, first]) {
    if (target === null || target === undefined || !region.contains(target) || !isShown(target)) continue;
    target.focus();
    if (region.contains(document.activeElement)) return true;
  }
  return false;
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}
