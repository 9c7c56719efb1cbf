import { useEffect } from 'react';

import { enterScreen, FOCUSABLE, isShown } from './focus-screen.ts';
import { toggleDetails } from './features/details/stores/details.ts';
import { useFolders } from './features/browse/stores/files.ts';
import { openAround } from './features/browse/tree/open-around.ts';
import {
  goTo,
  openChat,
  openFiles,
  openFolder,
  openLibrary,
  openZones,
  placeKey,
  useNavigation,
} from './state/navigation.ts';
import { closeSearch, openSearch, useSearch } from './features/search/stores/search.ts';
import { checkNow, pauseOrResume } from './state/sync.ts';
import { undoLast, useToast } from './state/toast.ts';

/** The keys that work everywhere. `showKeys` opens their list. */
export function useKeyboard(showKeys: () => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const act = isUnderModal() ? actionInModal(event, showKeys) : actionOf(event, showKeys);
      if (act === null) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // Before react-aria's lists, which take arrow keys with any modifier for themselves.
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [showKeys]);
}

/** A sheet over the window has to be answered or put away before anything under it moves. */
function isUnderModal(): boolean {
  return document.querySelector('[data-modal]') !== null;
}

/** The search is left by going elsewhere, and by Escape at once: what was typed is still there the next time. */
function actionInModal(event: KeyboardEvent, showKeys: () => void): (() => void) | null {
  // A toast stands above every sheet.
  const ofToast = actionOfToast(event);
  if (ofToast !== null) return ofToast;
  const act = useSearch.getState().isOpen ? actionOf(event, showKeys) : null;
  if (event.key === 'Escape' && useSearch.getState().isOpen) return closeSearch;
  if (act === openSearch) return selectTyped;
  // Without Ctrl or Alt a key is the field's; on its own line moving is the list's.
  const isOurs = event.ctrlKey || event.metaKey || /^F\d+$/.test(event.key);
  return act === null || !isOurs
    ? null
    : () => {
        closeSearch();
        act();
      };
}

/** Asked for again, the search is as when it opens: typing takes the place of what was typed last. */
function selectTyped(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
}

function actionOf(event: KeyboardEvent, showKeys: () => void): (() => void) | null {
  const isCommand = event.ctrlKey || event.metaKey;
  const ofToast = actionOfToast(event);
  if (ofToast !== null) return ofToast;
  if (event.key === 'F6') return () => focusRegion(event.shiftKey ? -1 : 1);
  if (event.key === 'F5') return () => void checkNow();
  if (event.key === 'F1' || (event.key === '?' && !isCommand && !isTyping(event))) return showKeys;
  if (event.altKey && !isCommand) return withAlt(event);
  if (event.key === 'Backspace' && isAmongFolders(event)) return () => openParent(event);
  return isCommand && !event.altKey ? withCommand(event) : null;
}

/** Where a person is typing, undoing is the field's. */
function actionOfToast(event: KeyboardEvent): (() => void) | null {
  const { toast } = useToast.getState();
  if (toast === null) return null;
  if (event.key === 'F8') return focusToast;
  const isUndo =
    (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z';
  return isUndo && !isTyping(event) && toast.kind === 'done' && toast.action?.name === 'undo' ? undoLast : null;
}

function focusToast(): void {
  document.querySelector<HTMLElement>('[data-region="toast"] button')?.focus();
}

/** As in other windows of files; in a field and on a chip Backspace removes something. */
function isAmongFolders({ target, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isPlain = !shiftKey && !ctrlKey && !metaKey;
  return isPlain && target instanceof Element && target.closest(`[data-region="list"] [role="grid"], ${TREE}`) !== null;
}

const TREE = '[data-region="folders"] [role="treegrid"]';

function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
}

function withAlt(event: KeyboardEvent): (() => void) | null {
  const { key } = event;
  if (key === 'ArrowUp') return () => openParent(event);
  if (key === 'ArrowLeft') return () => window.history.back();
  return key === 'ArrowRight' ? () => window.history.forward() : null;
}

function withCommand(event: KeyboardEvent): (() => void) | null {
  const key = event.key.toLowerCase();
  if (event.shiftKey) return key === 'p' ? () => void pauseOrResume() : null;
  const go = SCREENS[key];
  if (go !== undefined) return () => goAndEnter(go);
  if (key === 'k') return openSearch;
  if (key === 'i') return toggleDetails;
  return key === 'r' ? () => void checkNow() : null;
}

/** The keys that go to a screen, with Ctrl. */
const SCREENS: { readonly [key: string]: () => void } = {
  '1': openFiles,
  '2': () => goTo({ screen: 'attention' }),
  '3': () => goTo({ screen: 'activity', tab: 'history' }),
  '4': () => openZones(),
  '5': openChat,
  '6': openLibrary,
  ',': () => goTo({ screen: 'settings', section: null }),
};

function goAndEnter(go: () => void): void {
  const screen = (): string => useNavigation.getState().route.screen;
  const before = screen();
  go();
  enterScreen(screen() === before);
}

/** The folder around the one on show, or around the line of the tree that has the focus; nothing at the top. */
function openParent({ target }: KeyboardEvent): void {
  const line = target instanceof Element ? target.closest(`${TREE} [role="row"]`) : null;
  if (line !== null) return openAround(line);
  const { route } = useNavigation.getState();
  if (route.screen !== 'files' || route.place === null) return;
  const above = useFolders.getState().folders.get(placeKey(route.place))?.view?.head.trail.at(-2);
  if (above !== undefined) openFolder(above.place);
}

/** Where the focus was in each region when it was left. */
const remembered = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next region (1) or the one before (-1), to where it was there last. */
function focusRegion(step: 1 | -1): void {
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
