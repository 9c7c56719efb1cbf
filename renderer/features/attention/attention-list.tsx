import { useRef, useState } from 'react';
import { GridList, GridListHeader, GridListSection, type Selection } from 'react-aria-components';

import type { AttentionGroup, AttentionItem } from '../../../shared/features/attention/model.ts';
import { attentionWords as words } from '../../../shared/features/attention/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { tabIntoRow, useRows } from '../../components/list/use-rows.ts';
import { askWhy } from '../activity/stores/why.ts';
import { AttentionLine } from './attention-line.tsx';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './attention-list.module.css';
import { openFix } from './open-fix.ts';

/** In the order in which they stand. */
const GROUPS: readonly AttentionGroup[] = ['decision', 'versions', 'blocked'];

/** More than these of one group are shown when asked for. */
const SHOWN_AT_ONCE = 100;

/**
 * The list. Arrow keys go from line to line and into a line, Tab into a line, too; Space chooses, Enter does the first thing
 * that helps, or says more where that would only put the line away.
 */
export function AttentionList({
  items,
  selected,
  onSelect,
}: {
  readonly items: readonly AttentionItem[];
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
}) {
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const box = useRef<HTMLDivElement>(null);
  useRows(box);
  const groups = GROUPS.map(group => ({ group, all: items.filter(item => item.group === group) }));
  const isMore = groups.some(({ all }) => all.length > most);
  const act = (key: unknown) => {
    const item = items.find(each => each.key === key);
    const [first] = item?.fixes ?? [];
    if (item === undefined || first === undefined) return;
    if (first === 'skip') void askWhy(item.mirror, item.path);
    else openFix(first, item);
  };
  return (
    // The list inside is what has the focus.
    <div ref={box} className={classes(layout['scrolls'], styles['scroll'])} onKeyDownCapture={tabIntoRow}>
      <GridList
        className={styles['list'] ?? ''}
        aria-label={words.list}
        selectionMode="multiple"
        selectionBehavior="toggle"
        selectedKeys={selected}
        onSelectionChange={onSelect}
        onAction={act}
        data-region-start
      >
        {groups
          .filter(({ all }) => all.length > 0)
          .map(({ group, all }) => (
            <GridListSection key={group} aria-label={words.groups[group]} className={styles['group'] ?? ''}>
              <GridListHeader className={styles['heading'] ?? ''}>
                {words.groups[group]}
                <span className={styles['count']}>{all.length}</span>
              </GridListHeader>
              {all.slice(0, most).map(item => (
                <AttentionLine item={item} like={likeOf(item, all)} key={item.key} />
              ))}
            </GridListSection>
          ))}
      </GridList>
      {isMore ? <Button onPress={() => setMost(most + SHOWN_AT_ONCE)}>{words.showMore}</Button> : null}
    </div>
  );
}

/** All that are stuck for the same cause, itself among them. */
function likeOf(item: AttentionItem, all: readonly AttentionItem[]): readonly AttentionItem[] {
  return item.group === 'blocked' && item.path !== '' ? all.filter(({ cause }) => cause === item.cause) : [item];
}
