import { Ellipsis, Plus } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { Button as AriaButton, Toolbar as AriaToolbar } from 'react-aria-components';

import { acting } from '../../../shared/features/edit/text.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { MenuButton } from '../../components/controls/menu.tsx';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { useFolders } from './stores/files.ts';
import { useSelection } from './stores/selection.ts';
import { ICONS, menuOf } from './actions/action-list.ts';
import { type ActionName, type Chosen, isOffered, isPossible } from './actions/actions.ts';
import type { Shown } from './place-labels.ts';
import { chosenIn, runAction, type Scene } from './actions/run-action.ts';
import { classes } from '../../components/classes.ts';
import tool from '../../components/controls/tool.module.css';
import styles from './toolbar.module.css';

const PLAIN: readonly ActionName[] = ['preview', 'keep', 'share', 'move', 'remove'];
/** In the library, where nothing is moved or removed but by those who manage it. */
const PLAIN_THERE: readonly ActionName[] = ['preview', 'keep', 'copyTo', 'download'];
const MORE: readonly (readonly ActionName[])[] = [
  ['open', 'details', 'versions', 'askAgent', 'editCopy'],
  ['free', 'copyTo', 'download', 'rename', 'clearFolder', 'describe'],
  ['copyPath', 'copyId'],
];
const MORE_THERE: readonly (readonly ActionName[])[] = [
  ['open', 'details', 'askAgent', 'editCopy'],
  ['free', 'versions', 'rename', 'remove'],
  ['copyPath', 'copyId'],
];

/** What can be done in the folder on show, and with what is chosen in it. */
export function Toolbar({ scene }: { readonly scene: Scene }) {
  useSelection();
  const { rows, ...about } = chosenIn(scene);
  return <Tools rows={useSameRows(rows)} {...about} run={useRun(scene.shown)} />;
}

/** Apart from what changes while the list is scrolled: drawing it again is dear. */
const Tools = memo(PlainTools);

function PlainTools({ run, ...chosen }: Chosen & { readonly run: (action: ActionName) => void }) {
  const isLibrary = chosen.list === 'library' || chosen.list === 'managed';
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
          lines={menuOf([['newNote'], ['addFiles', 'addFolder']], chosen, run)}
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

/** The same list for as long as it has the same rows. */
function useSameRows(rows: readonly FileRow[]): readonly FileRow[] {
  const [before, keep] = useState(rows);
  if (before.length === rows.length && rows.every((row, at) => before[at] === row)) return before;
  keep(rows);
  return rows;
}

/** Does something with what is there when it is pressed. */
function useRun(shown: Shown): (action: ActionName) => void {
  return useCallback(
    (action: ActionName) => {
      const view = useFolders.getState().folders.get(shown.key)?.view;
      if (view !== null && view !== undefined) runAction(action, { shown, view });
    },
    [shown],
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
      <AriaButton
        className={classes(tool['tool'], styles['tool'])}
        isDisabled={isDisabled}
        onPress={() => onPress(action)}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{acting.actions[action]}</span>
      </AriaButton>
    </Hint>
  );
}
