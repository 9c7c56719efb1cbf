import { useRef } from 'react';
import { GridList, GridListLoadMoreItem, ListLayout, Virtualizer } from 'react-aria-components';

import type { ActivityEntry } from '../../../shared/features/status/records-model.ts';
import { activityWords as words } from '../../../shared/features/activity/text.ts';
import { words as frame } from '../../../shared/text/words.ts';
import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import { readOlder, useHistory } from './stores/activity.ts';
import { showEntry } from './stores/activity-detail.ts';
import { EntryLine } from './entry-line.tsx';
import styles from './history-list.module.css';

/** Heights in the page's own measure, so that larger text gets more room. */
const REM = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
const LAYOUT = { rowHeight: 2.25 * REM, loaderHeight: 2.25 * REM };

/** The history. Only the lines in sight are in the page; older ones are read as one comes near to them. */
export function HistoryList({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const { hasOlder, isReadingOlder } = useHistory();
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
      <GridList
        ref={list}
        className={styles['list'] ?? ''}
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
