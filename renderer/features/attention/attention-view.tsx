import { CheckCheck, Loader, SearchX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Selection } from 'react-aria-components';

import type { AttentionItem, AttentionList as Listed } from '../../../shared/features/attention/model.ts';
import { attentionWords as words } from '../../../shared/features/attention/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { matching, useAttention, watchAttention } from '../../state/attention.ts';
import styles from './attention-view.module.css';
import { AttentionList } from './attention-list.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { OutcomeStrip } from './outcome-strip.tsx';
import { Sheets } from './sheets.tsx';

/** What needs a person, in one list: questions about removals, two versions of a file, blocked items. */
export function AttentionView() {
  useEffect(watchAttention, []);
  const { list, fault } = useAttention();
  return (
    <Screen label={words.place}>
      <OutcomeStrip fault={fault} />
      {list === null ? (
        fault === null ? (
          <EmptyState icon={Loader} title={words.reading} />
        ) : null
      ) : list.items.length === 0 ? (
        <EmptyState icon={CheckCheck} title={words.empty}>
          <p>{words.emptyHint}</p>
        </EmptyState>
      ) : (
        <Filled list={list} />
      )}
      <Sheets />
    </Screen>
  );
}

function Filled({ list }: { readonly list: Listed }) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<Selection>(new Set());
  const shown = useMemo(() => matching(list.items, text), [list.items, text]);
  const chosen = useMemo(() => chosenOf(shown, selected), [shown, selected]);
  const all = list.decisions + list.versions + list.blocked;
  return (
    <>
      <div className={styles['tools']}>
        <SearchField label={words.filter} clearLabel={words.clearFilter} value={text} onChange={setText} />
        <span className={styles['count']}>
          {list.items.length < all ? words.shown(list.items.length, all) : words.count(all)}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={words.filtered}>
          <Button onPress={() => setText('')}>{words.clearFilter}</Button>
        </EmptyState>
      ) : (
        <AttentionList items={shown} selected={selected} onSelect={setSelected} />
      )}
      {chosen.length === 0 ? null : <BulkBar chosen={chosen} onClear={() => setSelected(new Set())} />}
    </>
  );
}

/** What is chosen and still there. */
function chosenOf(items: readonly AttentionItem[], selected: Selection): readonly AttentionItem[] {
  return selected === 'all' ? items : items.filter(({ key }) => selected.has(key));
}
