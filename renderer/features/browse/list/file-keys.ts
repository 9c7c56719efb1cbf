import { type KeyboardEvent as ReactKeyboardEvent } from 'react';

import type { Spot } from '../../../components/controls/menu.tsx';
import type { ActionName } from '../actions/actions.ts';
import { runAction, type Scene, toggleOffline } from '../actions/run-action.ts';

/** What a key does in the list; null when it is none of ours. */
export function actionOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): Deed | null {
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
export function onFileKey(event: ReactKeyboardEvent, scene: Scene, openMenu: (spot: Spot) => void): void {
  const deed = actionOfKey(event);
  if (deed === null || !(event.target instanceof Element)) return;
  event.preventDefault();
  event.stopPropagation();
  if (deed === 'menu') openMenu(spotBeside(event.target));
  else if (deed === 'offline') toggleOffline(scene);
  else runAction(deed, scene);
}

/** Below the beginning of a line. */
function spotBeside(element: Element): Spot {
  const { left, bottom, height } = element.getBoundingClientRect();
  return { x: left + height, y: bottom - 4 };
}
