import { dropTexts } from '../../../shared/text/drops.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { giveUp, sendAgain, useOutgoing } from '../../stores/outgoing.ts';
import styles from './read-only-line.module.css';

/** Files that wait to be sent to folders that are not on this computer, and those that the service did not take. */
export function WaitingLine() {
  const files = useOutgoing(state => state.waiting).filter(({ kind }) => kind === 'upload');
  const stuck = files.filter(({ isStuck }) => isStuck);
  const moving = files.length - stuck.length;
  return (
    <>
      {moving === 0 ? null : <p className={styles['line']}>{dropTexts.waiting(moving)}</p>}
      {stuck.map(one => (
        <div key={one.id} className={styles['line']}>
          <Notice tone="alert">
            <span>{`${dropTexts.stuck(shown(one.name), one.text ?? '')} ${dropTexts.keptHere}`}</span>
            <span className={styles['deeds']}>
              <Button look="quiet" onPress={() => sendAgain(one)}>
                {dropTexts.again}
              </Button>
              <Button look="quiet" onPress={() => giveUp(one)}>
                {dropTexts.toStore}
              </Button>
            </span>
          </Notice>
        </div>
      ))}
    </>
  );
}
