import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react';

import { acting } from '../../../../shared/features/edit/text.ts';
import { type MenuLine, type Spot, SpotMenu } from '../../../components/controls/menu.tsx';
import { selectLines, useSelection } from '../stores/selection.ts';
import { menuOf } from '../actions/action-list.ts';
import { type ActionName, type Chosen, isPossible } from '../actions/actions.ts';
import styles from './row-menu.module.css';
import { chosenIn, runAction, type Scene, toggleOffline } from '../actions/run-action.ts';

const GROUPS: readonly (readonly ActionName[])[] = [
  ['open', 'openHere', 'preview', 'details'],
  ['keep', 'free', 'download'],
  ['share', 'askAgent', 'versions'],
  ['rename', 'move', 'remove'],
];
/** What is asked for less: one step further where the menu would be longer than eyes take in. */
const FURTHER: readonly (readonly ActionName[])[] = [
  ['reveal', 'copyTo', 'publish', 'withdraw'],
  ['editCopy', 'describe', 'clearFolder'],
  ['copyPath', 'copyId'],
];
/** So many lines at most. */
const MOST_LINES = 12;
/** Where nothing is chosen. */
const FOLDER_GROUPS: readonly (readonly ActionName[])[] = [
  ['newFolder', 'newNote'],
  ['addFiles', 'addFolder'],
  ['share'],
];

/** The keys and the menu of a list's lines, around the list. */
export function RowMenu({ scene, children }: { readonly scene: Scene; readonly children: ReactNode }) {
  const [spot, setSpot] = useState<Spot | null>(null);
  const chosen = chosenIn(scene);
  return (
    // The list inside is what has the focus; this only hears what it does not want.
    <div
      className={styles['around']}
      role="presentation"
      onKeyDown={event => (isInside(event) ? onFileKey(event, scene, setSpot) : undefined)}
      onContextMenu={event => {
        if (!isInside(event)) return;
        event.preventDefault();
        chooseUnder(event.target, scene);
        setSpot({ x: event.clientX, y: event.clientY });
      }}
    >
      {children}
      <SpotMenu
        spot={spot}
        onClose={() => setSpot(null)}
        label={acting.menu}
        lines={linesOf(chosen, action => runAction(action, scene))}
      />
    </div>
  );
}

/** What applies to what is chosen, and the rest of it under More. */
function linesOf(chosen: Chosen, run: (action: ActionName) => void): readonly (MenuLine | null)[] {
  if (chosen.rows.length === 0) return menuOf(FOLDER_GROUPS, chosen, run);
  const near = menuOf(applying(GROUPS, chosen), chosen, run);
  const far = menuOf(applying(FURTHER, chosen), chosen, run);
  const count = [...near, ...far].filter(line => line !== null).length;
  if (far.length === 0) return near;
  if (count <= MOST_LINES) return [...near, null, ...far];
  return [...near, null, { id: 'more', label: acting.more, icon: Ellipsis, lines: far, onPress: () => undefined }];
}

function applying(groups: readonly (readonly ActionName[])[], chosen: Chosen) {
  return groups.map(group => group.filter(action => isPossible(action, chosen)));
}

/** What happens in a menu over the list comes here too, through the tree of components. */
function isInside({ currentTarget, target }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

/** A menu is about what is chosen; a line beside it is chosen first, and beside all lines nothing is. */
function chooseUnder(target: EventTarget, { shown }: Scene): void {
  const row = target instanceof Element ? target.closest('[role="row"][data-key]') : null;
  const key = row?.getAttribute('data-key') ?? null;
  if (key === null) selectLines(shown.key, []);
  else if (!useSelection.getState().ids.has(key)) selectLines(shown.key, [key]);
  // The line, not the cell that was pressed, gets the focus back when the menu closes.
  if (row instanceof HTMLElement) row.focus();
}

/** What a key does in the list; null when it is none of ours. */
function actionOfKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): Deed | null {
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (altKey) return null;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return 'menu';
  if (key === 'F2') return 'rename';
  if (key === 'Delete') return 'remove';
  if (!isCommand) return key === ' ' && !shiftKey ? 'preview' : null;
  if (key.toLowerCase() === 'o' && shiftKey) return 'offline';
  if (key.toLowerCase() === 's' && shiftKey) return 'share';
  return key.toLowerCase() === 'c' ? (shiftKey ? 'copyId' : 'copyPath') : null;
}

type Deed = 'menu' | 'offline' | ActionName;

/** Listens for the keys of the list. `openMenu` gets the spot beside the line that has the focus. */
function onFileKey(event: ReactKeyboardEvent, scene: Scene, openMenu: (spot: Spot) => void): void {
  const deed = actionOfKey(event);
  if (deed === null || !(event.target instanceof Element)) return;
  event.preventDefault();
  event.stopPropagation();
  // The folder on show has a menu, too, which is the one that opens where nothing is chosen.
  if (deed !== 'menu') chooseFocused(event.target, scene);
  if (deed === 'menu') openMenu(spotBeside(event.target));
  else if (deed === 'offline') toggleOffline(scene);
  else runAction(deed, scene);
}

/** Where nothing is chosen, such as in a folder that was just opened, a key is about the line that has the focus. */
function chooseFocused(target: Element, { shown }: Scene): void {
  const key = target.closest('[role="row"][data-key]')?.getAttribute('data-key') ?? null;
  const { key: place, ids } = useSelection.getState();
  if (key !== null && (place !== shown.key || ids.size === 0)) selectLines(shown.key, [key]);
}

/** Below the beginning of a line. */
function spotBeside(element: Element): Spot {
  const { left, bottom, height } = element.getBoundingClientRect();
  return { x: left + height, y: bottom - 4 };
}
