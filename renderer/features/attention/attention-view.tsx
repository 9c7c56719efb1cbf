import { CheckCheck, Loader, SearchX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Selection } from 'react-aria-components';

import type { AttentionItem, AttentionList as Listed, Fix } from '../../../shared/features/attention/model.ts';
import { attentionWords as words, fixLabel } from '../../../shared/features/attention/text.ts';
import type { Fault } from '../../../shared/fault.ts';
import { MINUTE } from '../../../shared/units.ts';
import { conflictWords } from '../../../shared/features/attention/conflicts-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { attentionTotal, matchingItems, readAttention, useAttention, watchAttention } from '../../state/attention.ts';
import styles from './attention-view.module.css';
import { AttentionList } from './attention-list.tsx';
import { FaultStrip } from '../../components/feedback/fault-strip.tsx';
import { fixAll, forgetFixOutcome, useFixOutcome } from './stores/fixes.ts';
import { WhySheet } from '../../components/overlay/why-sheet.tsx';
import { useNow } from '../../state/clock.ts';
import { closeSheet, openSheet, useOpenSheet } from '../../state/open-sheet.ts';
import { forgetWhy, useWhy } from '../activity/stores/why.ts';
import { ConflictSheet } from './conflict-sheet.tsx';
import { FixSheet } from './fix-sheet.tsx';
import { GuardSheet } from './guard-sheet.tsx';
import { ManyConflictsSheet } from './many-conflicts-sheet.tsx';
import bulkBarStyles from './bulk-bar.module.css';
import { canFixAll } from './open-fix.ts';
import layout from '../../components/layout/layout.module.css';

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
  const shown = useMemo(() => matchingItems(list.items, text), [list.items, text]);
  const chosen = useMemo(() => chosenOf(shown, selected), [shown, selected]);
  const all = attentionTotal(list);
  return (
    <>
      <div className={styles['tools']}>
        <SearchField label={words.filter} clearLabel={words.clearFilter} value={text} onChange={setText} />
        <span className={layout['faint']}>
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

/** What came of the last thing that was done here, and why the list could not be read, if so. */
function OutcomeStrip({ fault }: { readonly fault: Fault | null }) {
  const outcome = useFixOutcome();
  return (
    <>
      <FaultStrip
        fault={fault?.kind === 'offline' ? null : fault}
        saidTitle={words.serviceSaid}
        again={{ label: words.tryAgain, onPress: () => void readAttention() }}
      />
      <FaultStrip
        fault={outcome.fault}
        saidTitle={words.serviceSaid}
        again={{ label: words.close, onPress: forgetFixOutcome }}
      />
    </>
  );
}

/** The sheets and dialogs over the list. */
function Sheets() {
  const sheet = useOpenSheet(state => state.sheet);
  const { asked, why, fault } = useWhy();
  const nowMs = useNow(MINUTE);
  const [item] = sheet?.items ?? [];
  return (
    <>
      {sheet === null || item === undefined ? null : sheet.fix === 'compare' ? (
        <ConflictSheet item={item} onClose={closeSheet} key={item.key} />
      ) : sheet.fix === 'compare-all' ? (
        <ManyConflictsSheet items={sheet.items} onClose={closeSheet} />
      ) : sheet.fix === 'decide' ? (
        <GuardSheet item={item} onClose={closeSheet} key={item.key} />
      ) : (
        <FixSheet fix={sheet.fix} item={item} onClose={closeSheet} key={item.key} />
      )}
      {asked === null ? null : (
        <WhySheet
          path={asked.path}
          why={why}
          fault={fault}
          saidTitle={words.serviceSaid}
          nowMs={nowMs}
          onClose={forgetWhy}
        />
      )}
    </>
  );
}

/** What can be done about everything that is chosen. */
function BulkBar({ chosen, onClear }: { readonly chosen: readonly AttentionItem[]; readonly onClear: () => void }) {
  const [first] = chosen;
  const isVersions = chosen.every(({ fixes: each }) => each.includes('compare'));
  const fixes = commonFixes(chosen);
  return (
    <div className={bulkBarStyles['bar']} role="group" aria-label={words.chosen(chosen.length)}>
      <span className={bulkBarStyles['count']}>{words.chosen(chosen.length)}</span>
      {isVersions ? (
        <Button look="main" onPress={() => openSheet({ fix: 'compare-all', items: chosen })}>
          {conflictWords.many.button}
        </Button>
      ) : null}
      {fixes.filter(canFixAll).map(fix => (
        <Button key={fix} onPress={() => void fixAll(fix, chosen)}>
          {first === undefined ? fix : fixLabel(fix, first)}
        </Button>
      ))}
      {isVersions || fixes.some(canFixAll) ? null : <span className={layout['softInk']}>{words.nothingForAll}</span>}
      <Button look="quiet" onPress={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}

/** What every one of them offers. */
function commonFixes(chosen: readonly AttentionItem[]): readonly Fix[] {
  const [first, ...others] = chosen;
  return (first?.fixes ?? []).filter(fix => others.every(({ fixes }) => fixes.includes(fix)));
}
