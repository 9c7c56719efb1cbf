import { Cable, Plus } from 'lucide-react';
import { useRef, useState } from 'react';

import type { AskedScope } from '../../../shared/features/connections/model.ts';
import { connectionsWords as words } from '../../../shared/features/connections/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { OutcomeLine } from '../../components/feedback/outcome-line.tsx';
import { Select } from '../../components/fields/select.tsx';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import type { Asked } from './connection-row.tsx';
import { readConnections, showConnections, tidyConnections, useConnections } from './stores/list.ts';
import { go } from '../../state/navigation.ts';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { Checked } from './checked.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionRow } from './connection-row.tsx';
import styles from './connections.module.css';
import { ProbeDialog } from './probe-dialog.tsx';
import { RemoveQuestion } from './remove-question.tsx';

/** The connections that can be seen, and what can be done with them. */
export function ListTab() {
  const { connections, fault, done, isReading } = useConnections();
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
      <OutcomeLine
        fault={fault}
        text={done}
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
        <div className={styles['scroll']} ref={place} tabIndex={-1}>
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
      <Button onPress={() => go({ screen: 'connections', tab: 'catalogue' })}>{words.list.toCatalogue}</Button>
    </EmptyState>
  );
}
