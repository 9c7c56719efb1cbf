import { Download, History as HistoryIcon, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { GridList, GridListLoadMoreItem, ListLayout, Virtualizer } from 'react-aria-components';

import { type Fault, toFault } from '../../../shared/fault.ts';
import type { ExportFormat } from '../../../shared/features/activity/model.ts';
import { activityWords as words } from '../../../shared/features/activity/text.ts';
import { words as frame } from '../../../shared/text/words.ts';
import type { ActivityEntry } from '../../../shared/features/status/records-model.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { EVERYTHING, readNewest, readOlder, setHistoryFilter, useHistory } from './stores/activity.ts';
import { saveHistory, showEntry } from './stores/activity-detail.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './activity-view.module.css';
import { HistoryFilters } from './history-filters.tsx';
import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import { EntryLine } from './entry-line.tsx';

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

/** Heights in the page's own measure, so that larger text gets more room. */
const REM = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
const LAYOUT = { rowHeight: 2.25 * REM, loaderHeight: 2.25 * REM };

/** The history. Only the lines in sight are in the page; older ones are read as one comes near to them. */
function HistoryList({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const { hasOlder, isReadingOlder } = useHistory();
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
      <GridList
        ref={list}
        className={classes(layout['scrolls'], styles['list'])}
        aria-label={words.history}
        onAction={key => void showEntry(Number(key))}
        data-region-start
      >
        {entries.map(entry => (
          <EntryLine entry={entry} key={entry.id} />
        ))}
        {hasOlder ? (
          <GridListLoadMoreItem
            className={styles['more'] ?? ''}
            isLoading={isReadingOlder}
            onLoadMore={() => void readOlder()}
          >
            {frame.activity.readingOlder}
          </GridListLoadMoreItem>
        ) : null}
      </GridList>
    </Virtualizer>
  );
}
