import { Ellipsis, Plus } from 'lucide-react';
import { Button as AriaButton, Toolbar as AriaToolbar } from 'react-aria-components';

import { acting } from '../../../shared/text/acting.ts';
import { Hint } from '../../components/hint.tsx';
import { MenuButton } from '../../components/menu.tsx';
import { useSelection } from '../../stores/selection.ts';
import { ICONS, menuOf } from './action-list.ts';
import { type ActionName, isPossible } from './actions.ts';
import { chosenIn, runAction, type Scene } from './run-action.ts';
import styles from './toolbar.module.css';

const PLAIN: readonly ActionName[] = ['preview', 'keep', 'move', 'remove'];
const MORE: readonly (readonly ActionName[])[] = [
  ['open', 'details'],
  ['free', 'download', 'rename', 'clearFolder', 'describe'],
  ['copyPath', 'copyId'],
];

/** What can be done in the folder on show, and with what is chosen in it. */
export function Toolbar({ scene }: { readonly scene: Scene }) {
  useSelection();
  const chosen = chosenIn(scene);
  const run = (action: ActionName) => runAction(action, scene);
  return (
    <AriaToolbar className={styles['bar'] ?? ''} aria-label={acting.toolbar}>
      <Tool action="newFolder" isDisabled={!chosen.canChange} onPress={run} />
      {chosen.canChange ? (
        <MenuButton
          text={acting.add}
          label={acting.add}
          icon={Plus}
          lines={menuOf([['addFiles', 'addFolder']], chosen, run)}
        />
      ) : null}
      <span className={styles['line']} aria-hidden="true" />
      {PLAIN.map(action => (
        <Tool key={action} action={action} isDisabled={!isPossible(action, chosen)} onPress={run} />
      ))}
      <MenuButton text={acting.more} label={acting.more} icon={Ellipsis} lines={menuOf(MORE, chosen, run)} />
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
