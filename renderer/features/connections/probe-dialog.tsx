import { connectionStatus } from '../../../shared/features/connections/text.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { putProbeAway, useConnections } from './stores/list.ts';
import styles from './connections.module.css';

const words = connectionsWords.probe;
/** More tools than this are counted. */
const MOST_SHOWN = 200;

/** What came of trying a connection: as the service says it. */
export function ProbeDialog() {
  const probed = useConnections(state => state.probed);
  if (probed === null) return null;
  const { status, message, tools } = probed.probe;
  const isFailed = status?.toLowerCase() === 'failed';
  return (
    <Dialog
      title={words.title(shown(probed.name))}
      isOpen
      onClose={putProbeAway}
      buttons={
        <Button isFirst onPress={putProbeAway}>
          {connectionsWords.close}
        </Button>
      }
    >
      <Notice
        tone={isFailed ? 'alert' : status?.toLowerCase() === 'connected' ? 'good' : 'rest'}
        title={status === null ? words.answered : shown(connectionStatus(status))}
      >
        {message === null || message === '' ? null : <q dir="auto">{shown(message.slice(0, LONGEST))}</q>}
      </Notice>
      {tools.length === 0 ? (
        isFailed ? null : (
          <p>{words.noTools}</p>
        )
      ) : (
        <>
          <h3 className={styles['name']}>{words.tools(tools.length)}</h3>
          <ul className={styles['tools-list']}>
            {tools.slice(0, MOST_SHOWN).map(({ name, allowed }, at) => (
              // A server may tell of two tools by one name.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${name} ${at}`}>
                <code>{shown(name)}</code>
                {allowed === false ? <span className={styles['soft']}>{words.notAllowed}</span> : null}
              </li>
            ))}
          </ul>
          {tools.length > MOST_SHOWN ? <p>{words.more(tools.length - MOST_SHOWN)}</p> : null}
        </>
      )}
    </Dialog>
  );
}

/** The longest message shown: its text comes from the server of a stranger. */
const LONGEST = 1000;
