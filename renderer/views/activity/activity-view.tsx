import { History } from 'lucide-react';

import type { ActivityEntry } from '../../../shared/model/records.ts';
import { formatDay } from '../../../shared/text/format.ts';
import { words } from '../../../shared/text/words.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { readNewest, readOlder, useHistory } from '../../stores/activity.ts';
import { useNow } from '../../stores/clock.ts';
import { useTransfers } from '../../stores/sync.ts';
import styles from './activity-view.module.css';
import { EntryLine } from './entry-line.tsx';
import { TransferList } from './transfer-list.tsx';

/** What is being sent and downloaded now, and everything that was. */
export function ActivityView() {
  const { entries, hasOlder, isReadingOlder, fault } = useHistory();
  const transfers = useTransfers(state => state.value) ?? [];
  return (
    <section className={styles['view']} aria-label={words.places.activity} data-region="list">
      {fault === null || fault.kind === 'offline' ? null : (
        <FaultNotice
          fault={fault}
          saidTitle={words.start.serviceSaid}
          again={{ label: words.files.tryAgain, onPress: () => void readNewest() }}
        />
      )}
      {transfers.length === 0 ? null : <TransferList transfers={transfers} />}
      {entries === null || entries.length === 0 ? (
        <EmptyState icon={History} title={entries === null ? words.activity.reading : words.activity.empty} />
      ) : (
        // The history itself scrolls, so it can have the focus: arrow and page keys move it.
        <div
          className={styles['scroll']}
          role="region"
          aria-label={words.activity.history}
          tabIndex={0}
          data-region-start
        >
          <Days entries={entries} />
          <div className={styles['end']}>
            {hasOlder ? (
              <Button isDisabled={isReadingOlder} onPress={() => void readOlder()}>
                {isReadingOlder ? words.activity.readingOlder : words.activity.older}
              </Button>
            ) : (
              <p>{words.activity.end}</p>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

function Days({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const nowMs = useNow(MINUTE);
  return [...byDay(entries, nowMs)].map(([day, ofDay]) => (
    <section key={day} className={styles['day']} aria-label={day}>
      <h2>{day}</h2>
      <ol>
        {ofDay.map(entry => (
          <EntryLine entry={entry} key={entry.id} />
        ))}
      </ol>
    </section>
  ));
}

function byDay(entries: readonly ActivityEntry[], nowMs: number): ReadonlyMap<string, readonly ActivityEntry[]> {
  const days = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const day = formatDay(Date.parse(entry.at), nowMs);
    const ofDay = days.get(day) ?? [];
    ofDay.push(entry);
    days.set(day, ofDay);
  }
  return days;
}
