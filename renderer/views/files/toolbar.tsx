import { Ellipsis, Plus } from 'lucide-react';
import { Button as AriaButton, Toolbar as AriaToolbar } from 'react-aria-components';

import { acting } from '../../../shared/text/acting.ts';
import { Hint } from '../../components/hint.tsx';
import { MenuButton } from '../../components/menu.tsx';
import { useSelection } from '../../stores/selection.ts';
import { ICONS, menuOf } from './action-list.ts';
import { type ActionName, isOffered, isPossible } from './actions.ts';
import { chosenIn, runAction, type Scene } from './run-action.ts';
import styles from './toolbar.module.css';

const PLAIN: readonly ActionName[] = ['preview', 'keep', 'move', 'remove'];
/** In the library, where nothing is moved or removed but by those who manage it. */
const PLAIN_THERE: readonly ActionName[] = ['preview', 'keep', 'copyTo', 'download'];
const MORE: readonly (readonly ActionName[])[] = [
  ['open', 'details'],
  ['free', 'copyTo', 'download', 'rename', 'clearFolder', 'describe'],
  ['copyPath', 'copyId'],
];
const MORE_THERE: readonly (readonly ActionName[])[] = [
  ['open', 'details'],
  ['free', 'versions', 'rename', 'remove'],
  ['copyPath', 'copyId'],
];

/** What can be done in the folder on show, and with what is chosen in it. */
export function Toolbar({ scene }: { readonly scene: Scene }) {
  useSelection();
  const chosen = chosenIn(scene);
  const isLibrary = 'library' in scene.shown.place;
  const run = (action: ActionName) => runAction(action, scene);
  return (
    <AriaToolbar className={styles['bar'] ?? ''} aria-label={acting.toolbar}>
      {isOffered('newFolder', chosen) ? (
        <Tool action="newFolder" isDisabled={!isPossible('newFolder', chosen)} onPress={run} />
      ) : null}
      {chosen.canChange ? (
        <MenuButton
          text={acting.add}
          label={acting.add}
          icon={Plus}
          lines={menuOf([['addFiles', 'addFolder']], chosen, run)}
        />
      ) : null}
      {isOffered('newFolder', chosen) ? <span className={styles['line']} aria-hidden="true" /> : null}
      {(isLibrary ? PLAIN_THERE : PLAIN).map(action => (
        <Tool key={action} action={action} isDisabled={!isPossible(action, chosen)} onPress={run} />
      ))}
      <MenuButton
        text={acting.more}
        label={acting.more}
        icon={Ellipsis}
        lines={menuOf(isLibrary ? MORE_THERE : MORE, chosen, run)}
      />
    </AriaToolbar>
  );
}

interface ToolProps {
  readonly action: ActionName;
  readonly isDisabled: boolean;
  readonly onPress: (action: ActionName) => void;
}

function Tool({ action, isDisabled, onPress }: ToolProps) {
  const Icon = ICONS[action];
  return (
    <Hint text={acting.actions[action]}>
      <AriaButton className={styles['tool'] ?? ''} isDisabled={isDisabled} onPress={() => onPress(action)}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{acting.actions[action]}</span>
      </AriaButton>
    </Hint>
  );
}
