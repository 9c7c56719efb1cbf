import { acting } from '../../../../shared/features/edit/text.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { Button } from '../../../components/controls/button.tsx';
import { clearSelection } from '../stores/selection.ts';
import { isPossible } from '../actions/actions.ts';
import styles from './count-bar.module.css';
import { chosenIn, runAction, type Scene } from '../actions/run-action.ts';

const DEEDS = ['keep', 'free', 'copyTo', 'move', 'remove'] as const;

/** How much is chosen, and what can be done with all of it, below the list. */
export function CountBar({ rows, scene }: { readonly rows: readonly FileRow[]; readonly scene: Scene }) {
  const sizeBytes = rows.reduce((sum, row) => sum + (row.sizeBytes ?? 0), 0);
  const chosen = chosenIn(scene);
  return (
    <div className={styles['bar']}>
      <strong>
        {acting.selected(
          rows.length,
          sizeBytes,
          rows.some(row => row.sizeBytes === null),
        )}
      </strong>
      <span className={styles['deeds']}>
        {DEEDS.filter(deed => isPossible(deed, chosen) && (deed !== 'copyTo' || chosen.list !== null)).map(deed => (
          <Button key={deed} look="quiet" onPress={() => runAction(deed, scene)}>
            {acting.actions[deed]}
          </Button>
        ))}
        <Button look="quiet" onPress={clearSelection}>
          {acting.clear}
        </Button>
      </span>
    </div>
  );
}
