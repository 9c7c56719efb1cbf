import { Download, History as HistoryIcon, SearchX } from 'lucide-react';
import { useState } from 'react';

import { type Fault, toFault } from '../../../shared/fault.ts';
import type { ExportFormat } from '../../../shared/features/activity/model.ts';
import { activityWords as words } from '../../../shared/features/activity/text.ts';
import { words as frame } from '../../../shared/text/words.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { EVERYTHING, readNewest, setHistoryFilter, useHistory } from './stores/activity.ts';
import { saveHistory } from './stores/activity-detail.ts';
import styles from './activity-view.module.css';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './history-list.tsx';

/** Everything that was done, as far as the filters let it through. */
export function HistoryTab() {
  const { entries, filter, total, fault } = useHistory();
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(EVERYTHING);
  return (
    <>
      <HistoryFilters filter={filter} total={total} save={<Save />} />
      {fault === null || fault.kind === 'offline' ? null : (
        <div className={styles['notice']}>
          <FaultNotice
            fault={fault}
            saidTitle={frame.start.serviceSaid}
            again={{ label: frame.files.tryAgain, onPress: () => void readNewest() }}
          />
        </div>
      )}
      {entries === null ? (
        <EmptyState icon={HistoryIcon} title={frame.activity.reading} />
      ) : entries.length > 0 ? (
        <HistoryList entries={entries} />
      ) : isFiltered ? (
        <EmptyState icon={SearchX} title={words.none}>
          <Button onPress={() => void setHistoryFilter(EVERYTHING)}>{words.filters.clear}</Button>
        </EmptyState>
      ) : (
        <EmptyState icon={HistoryIcon} title={frame.activity.empty} />
      )}
    </>
  );
}

/** Saves what is shown as a file. */
function Save() {
  const [fault, setFault] = useState<Fault | null>(null);
  const save = (format: ExportFormat) => {
    setFault(null);
    saveHistory(format).catch((thrown: unknown) => setFault(toFault(thrown)));
  };
  return (
    <>
      <Menu
        label={words.save}
        lines={(['csv', 'jsonl'] as const).map(format => ({
          id: format,
          label: words.saveAs[format],
          onPress: () => save(format),
        }))}
        button={
          <Button onPress={() => undefined}>
            <Download size={15} strokeWidth={1.75} aria-hidden="true" />
            {words.save}
          </Button>
        }
      />
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={frame.start.serviceSaid} />}
    </>
  );
}
