import { Cable, Plus } from 'lucide-react';
import { useRef, useState } from 'react';

import type { AskedScope, ConnectionInfo } from '../../../shared/features/connections/model.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import type { Fault } from '../../../shared/fault.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { connectionStatus } from '../../../shared/features/connections/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultStrip } from '../../components/feedback/fault-strip.tsx';
import { Select } from '../../components/fields/select.tsx';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import type { Asked } from './connection-row.tsx';
import {
  putProbeAway,
  readConnections,
  removeConnection,
  showConnections,
  tidyConnections,
  useConnections,
} from './stores/list.ts';
import { goTo } from '../../state/navigation.ts';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { Checked } from './checked.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './connections.module.css';
import { Question } from '../../components/overlay/question.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Notice } from '../../components/feedback/notice.tsx';

const words = connectionsWords;

/** The connections that can be seen, and what can be done with them. */
export function ListTab() {
  const { connections, fault, isReading } = useConnections();
  const [asked, ask] = useState<Asked | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    ask(null);
    // A line that was removed took the button with it that would have the focus again.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => (document.activeElement === document.body ? place.current?.focus() : undefined)),
    );
  };
  return (
    <>
      <Tools onAdd={() => ask({ name: 'add' })} />
      <FaultStrip
        fault={fault}
        saidTitle={words.serviceSaid}
        again={
          fault === null || connections !== null
            ? { label: words.close, onPress: tidyConnections }
            : { label: words.again, onPress: () => void readConnections() }
        }
      />
      {connections === null ? (
        <p className={styles['quiet']}>{isReading ? words.reading : ''}</p>
      ) : connections.length === 0 ? (
        <Nothing />
      ) : (
        <div className={classes(layout['scrolls'], styles['scroll'])} ref={place} tabIndex={-1}>
          <ul className={styles['list']} aria-label={words.tabs.list}>
            {connections.map(connection => (
              <ConnectionRow connection={connection} onAsk={ask} key={connection.id} />
            ))}
          </ul>
        </div>
      )}
      {asked?.name === 'add' ? <ConnectionForm old={null} onClose={close} /> : null}
      {asked?.name === 'edit' ? <ConnectionForm old={asked.connection} onClose={close} /> : null}
      {asked?.name === 'remove' ? <RemoveQuestion connection={asked.connection} onClose={close} /> : null}
      {asked?.name === 'authorize' ? <AuthorizeDialog connection={asked.connection} onClose={close} /> : null}
      <ProbeDialog />
    </>
  );
}

function Tools({ onAdd }: { readonly onAdd: () => void }) {
  const { scope, archived, isReading, atMs } = useConnections();
  return (
    <div className={styles['tools']}>
      <Select<AskedScope | 'all'>
        label={words.list.show}
        hidesLabel
        value={scope ?? 'all'}
        options={[
          { value: 'all', label: words.list.all },
          { value: 'user', label: words.list.mine },
          { value: 'organization', label: words.list.organization },
        ]}
        onChange={value => void showConnections({ scope: value === 'all' ? null : value })}
      />
      <Checkbox isOn={archived} onChange={isOn => void showConnections({ archived: isOn })}>
        {words.list.removed}
      </Checkbox>
      <span className={styles['end']}>
        <Checked atMs={atMs} isReading={isReading} onCheck={() => void readConnections()} />
        <Button look="main" onPress={onAdd}>
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
          {words.list.add}
        </Button>
      </span>
    </div>
  );
}

function Nothing() {
  const isNarrowed = useConnections(({ scope }) => scope !== null);
  if (isNarrowed) {
    return (
      <EmptyState icon={Cable} title={words.list.noneHere}>
        <Button onPress={() => void showConnections({ scope: null })}>{words.list.all}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Cable} title={words.list.empty}>
      <p>{words.list.emptyAbout}</p>
      <Button onPress={() => goTo({ screen: 'connections', tab: 'catalogue' })}>{words.list.toCatalogue}</Button>
    </EmptyState>
  );
}

const removeQuestionWords = connectionsWords.remove;

/** Asks before a connection goes. */
function RemoveQuestion(props: { readonly connection: ConnectionInfo; readonly onClose: () => void }) {
  const { connection, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const remove = async () => {
    setBusy(true);
    const stopped = await removeConnection(connection);
    setBusy(false);
    setFault(stopped);
    if (stopped === null) onClose();
  };
  return (
    <Question
      title={removeQuestionWords.title(shownName(connection.name))}
      yes={removeQuestionWords.yes}
      isDangerous
      canAnswer
      isBusy={isBusy}
      fault={fault}
      onYes={() => void remove()}
      onClose={onClose}
    >
      <p>{removeQuestionWords.about}</p>
      {connection.scope?.toLowerCase() === 'organization' ? <p>{removeQuestionWords.everybody}</p> : null}
    </Question>
  );
}

const probeDialogWords = connectionsWords.probe;
/** More tools than this are counted. */
const MOST_SHOWN = 200;

/** What came of trying a connection: as the service says it. */
function ProbeDialog() {
  const probed = useConnections(state => state.probed);
  if (probed === null) return null;
  const { status, message, tools } = probed.probe;
  const isFailed = status?.toLowerCase() === 'failed';
  return (
    <Dialog
      title={probeDialogWords.title(shownName(probed.name))}
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
        title={status === null ? probeDialogWords.answered : shownName(connectionStatus(status))}
      >
        {message === null || message === '' ? null : <q dir="auto">{shownName(message.slice(0, LONGEST))}</q>}
      </Notice>
      {tools.length === 0 ? (
        isFailed ? null : (
          <p>{probeDialogWords.noTools}</p>
        )
      ) : (
        <>
          <h3 className={styles['name']}>{probeDialogWords.tools(tools.length)}</h3>
          <ul className={styles['tools-list']}>
            {tools.slice(0, MOST_SHOWN).map(({ name, allowed }, at) => (
              // A server may tell of two tools by one name.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${name} ${at}`}>
                <code>{shownName(name)}</code>
                {allowed === false ? <span className={styles['soft']}>{probeDialogWords.notAllowed}</span> : null}
              </li>
            ))}
          </ul>
          {tools.length > MOST_SHOWN ? <p>{probeDialogWords.more(tools.length - MOST_SHOWN)}</p> : null}
        </>
      )}
    </Dialog>
  );
}

/** The longest message shown: its text comes from the server of a stranger. */
const LONGEST = 1000;
