import { commands, words } from '../../../shared/text/words.ts';
import { Button } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { Notice } from '../../components/notice.tsx';
import { engine, useConnection } from '../../stores/engine.ts';
import styles from './connection-strip.module.css';

/** Says when the window and Benchtop are apart. Connecting again goes on by itself. */
export function ConnectionStrip() {
  const { name } = useConnection(state => state.connection);
  if (name === 'lost') {
    return (
      <div className={styles['strip']}>
        <Notice tone="wait">
          <span>{`${words.connection.lost} ${words.connection.trying}`}</span>
          <Button look="quiet" onPress={() => engine.tryNow()}>
            {words.connection.tryNow}
          </Button>
        </Notice>
      </div>
    );
  }
  if (name !== 'ended') return null;
  return (
    <div className={styles['strip']}>
      <Notice tone="alert">
        <span>{`${words.connection.ended} ${words.connection.endedRemedy}`}</span>
        <CommandLine command={commands.window} copy={words.start.copy} copied={words.start.copied} />
      </Notice>
    </div>
  );
}
