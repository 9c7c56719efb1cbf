import { type ReactNode, useRef } from 'react';
import { GridList, GridListItem, GridListLoadMoreItem, ListLayout, Virtualizer } from 'react-aria-components';

import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import { zonesWords as words } from '../../../shared/features/zones/window-text.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './zones.module.css';

/** Heights in the page's own measure, so that larger text gets more room. */
const REM = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
const LAYOUT = { rowHeight: 3 * REM, loaderHeight: 2.25 * REM };

/** Lines of a list of any length; only those in sight are in the page, and more are read as one comes near to the end. */
export function LongList<L>(props: {
  readonly label: string;
  readonly lines: readonly L[];
  readonly keyOf: (line: L) => string;
  /** What a line says to those who do not see it. */
  readonly textOf: (line: L) => string;
  readonly draw: (line: L) => ReactNode;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly onMore: () => void;
}) {
  const { label, lines, keyOf, textOf, draw, hasMore, isReading, onMore } = props;
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list);
  return (
    <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
      <GridList ref={list} className={classes(layout['scrolls'], styles['long'])} aria-label={label} data-region-start>
        {lines.map(line => (
          <GridListItem id={keyOf(line)} className={styles['line'] ?? ''} textValue={textOf(line)} key={keyOf(line)}>
            {draw(line)}
          </GridListItem>
        ))}
        {hasMore ? (
          <GridListLoadMoreItem className={styles['quiet'] ?? ''} isLoading={isReading} onLoadMore={onMore}>
            {words.reading}
          </GridListLoadMoreItem>
        ) : null}
      </GridList>
    </Virtualizer>
  );
}
