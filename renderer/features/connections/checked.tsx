import { RotateCw } from 'lucide-react';

import { connectionsWords as words } from '../../../shared/features/connections/window-text.ts';
import { formatClock } from '../../../shared/text/format.ts';
import { Button } from '../../components/controls/button.tsx';
import styles from './connections.module.css';
import layout from '../../components/layout/layout.module.css';

/** When the service said what is on show, and the button that asks again. Nothing here moves by itself. */
export function Checked(props: {
  /** Milliseconds since the epoch; null: not yet. */
  readonly atMs: number | null;
  readonly isReading: boolean;
  readonly onCheck: () => void;
}) {
  const { atMs, isReading, onCheck } = props;
  return (
    <span className={styles['checked']}>
      {atMs === null ? null : <span className={layout['faint']}>{words.checkedAt(formatClock(atMs))}</span>}
      <Button look="icon" label={words.checked} isDisabled={isReading} onPress={onCheck}>
        <RotateCw size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </span>
  );
}
