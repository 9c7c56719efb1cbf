import { Cable } from 'lucide-react';
import { useState } from 'react';

import type { InventoryRow } from '../../../shared/features/connections/model.ts';
import { connectionStatus, scopeText } from '../../../shared/features/connections/text.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { formatExact } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { inventory } from './stores/offers.ts';
import { Checked } from './checked.tsx';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './connections.module.css';

const words = connectionsWords.inventory;
/** So many lines at a time. */
const STEP = 200;

/** Everybody's connections, for owners and admins. */
export function InventoryTab() {
  const { value, fault, atMs, isReading } = inventory.use();
  const [most, setMost] = useState(STEP);
  const connections = value?.connections ?? [];
  const left = connections.length - most;
  return (
    <div className={classes(layout['scrolls'], styles['scroll'])}>
      <div className={styles['notices']}>
        {fault === null ? null : (
          <FaultNotice
            fault={fault}
            saidTitle={connectionsWords.serviceSaid}
            again={{ label: connectionsWords.again, onPress: () => void inventory.read() }}
          />
        )}
        <p className={styles['soft']}>{words.about}</p>
        <Checked atMs={atMs} isReading={isReading} onCheck={() => void inventory.read()} />
      </div>
      {connections.length === 0 ? (
        <EmptyState icon={Cable} title={words.empty} />
      ) : (
        <table className={styles['table']} aria-label={words.label}>
          <thead>
            <tr>
              {[words.name, words.owner, words.provider, words.host, words.status, words.since].map(title => (
                <th scope="col" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {connections.slice(0, most).map(row => (
              <Line row={row} key={row.id} />
            ))}
          </tbody>
        </table>
      )}
      {left > 0 ? (
        <p className={styles['next']}>
          <Button onPress={() => setMost(most + STEP)}>{words.more(Math.min(left, STEP))}</Button>
        </p>
      ) : null}
    </div>
  );
}

function Line({ row }: { readonly row: InventoryRow }) {
  const { name, scope, provider, owner, ownerEmail, host, enabled, status, createdAt, archivedAt } = row;
  const whose = ownerEmail ?? (owner === null ? words.unknown : String(owner));
  const state = [
    status === null ? null : connectionStatus(status),
    archivedAt !== null ? words.removed : enabled === false ? words.off : null,
  ].filter(text => text !== null);
  const sinceMs = Date.parse(createdAt ?? '');
  return (
    <tr>
      <th scope="row" dir="auto">
        {shownName(name)}
      </th>
      <td>
        {shownName(whose)}
        {scope === null ? null : <span className={styles['soft']}>{shownName(scopeText(scope))}</span>}
      </td>
      <td>{shownName(provider ?? words.unknown)}</td>
      <td>{shownName(host ?? words.unknown)}</td>
      <td>{shownName(state.join(', '))}</td>
      <td>{Number.isNaN(sinceMs) ? shownName(createdAt ?? words.unknown) : formatExact(sinceMs)}</td>
    </tr>
  );
}
