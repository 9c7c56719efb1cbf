import { useState } from 'react';

import type { Side } from '../../../shared/diff/choice.ts';
import type { Wish } from '../../../shared/diff/comparison.ts';
import { pageOf, type Pages } from '../../../shared/diff/pages.ts';
import type { LinesView } from '../../../shared/diff/view.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { classes } from '../../components/classes.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Select } from '../../components/fields/select.tsx';
import type { TableView } from '../../../shared/diff/table-view.ts';
import { chooseAll, compareBy, openIn, showPage, useComparison } from './stores/comparison.ts';
import { idOfChoice } from './choice-id.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { SideIcon, Sides } from './parts/sides.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './comparison.module.css';

/** How much differs, how it is compared, and choices for everything at once. @param isRead see `comparison-body.tsx`. */
export function MergeBar({ view, isRead }: { readonly view: LinesView | TableView; readonly isRead: boolean }) {
  const state = useComparison();
  const { asked, isMerging } = state;
  if (asked === null) return null;
  const hasBase = state.versions !== null && state.versions.base !== null;
  const takes = isMerging && view.canJoin && view.counts.all > 0;
  return (
    <>
      <div className={classes(layout['toolbar'], styles['top'])}>
        <p className={styles['counts']}>{countsOf(view, { hasBase, isMerging })}</p>
        <Ways view={view} />
      </div>
      {view.kind === 'table' && !takes ? <Sides /> : null}
      {isMerging && !hasBase && view.counts.all > 0 ? <p>{words.noBase}</p> : null}
      {view.canJoin ? null : isRead ? (
        isMerging ? (
          <Notice tone="rest">{words.onlyRead}</Notice>
        ) : null
      ) : (
        <Notice tone="rest">{words.encodings}</Notice>
      )}
      {takes ? <Takes labels={asked.labels} open={openIn(state)} pages={view.pages} /> : null}
      {view.pages.starts.length > 1 ? <Parts pages={view.pages} /> : null}
    </>
  );
}

/** The tree of a JSON file says more than its lines, as long as no lines are taken. */
function countsOf(
  view: LinesView | TableView,
  { hasBase, isMerging }: { hasBase: boolean; isMerging: boolean },
): string {
  if (view.kind === 'table' || view.tree === null || isMerging) return words.counts(view.counts, hasBase);
  return words.places(view.tree.length);
}

function Takes(props: {
  readonly labels: { readonly mine: string; readonly theirs: string };
  readonly open: readonly number[];
  readonly pages: Pages;
}) {
  const { labels, open, pages } = props;
  const [next] = open;
  return (
    <div className={classes(layout['toolbar'], styles['stays'])}>
      <span>{words.takeAll}</span>
      <TakeAll side="mine" label={labels.mine} />
      <TakeAll side="theirs" label={labels.theirs} />
      <span className={styles['open']}>{words.open(open.length)}</span>
      <Button isDisabled={next === undefined} onPress={() => (next === undefined ? undefined : void goTo(next, pages))}>
        {words.nextOpen}
      </Button>
    </div>
  );
}

/** Its picture is the one beside all values of that side. */
function TakeAll({ side, label }: { readonly side: Side; readonly label: string }) {
  return (
    <Button onPress={() => chooseAll(side)}>
      <span className={styles['value']}>
        <SideIcon side={side} />
        {label}
      </span>
    </Button>
  );
}

/** Brings a difference into sight, from its page if there are several, and puts the focus on its choice. */
async function goTo(id: number, pages: Pages): Promise<void> {
  const page = pageOf(pages, id);
  if (page !== pages.shown) await showPage(page);
  // What was asked for is drawn with the next frame.
  requestAnimationFrame(() => {
    const choice = document.getElementById(idOfChoice(id));
    choice?.scrollIntoView({ block: 'center' });
    choice?.querySelector('input')?.focus();
  });
}

/** Where there are very many differences, they come in parts. */
function Parts({ pages }: { readonly pages: Pages }) {
  const { shown, starts } = pages;
  return (
    <div className={layout['toolbar']}>
      <Button isDisabled={shown === 0} onPress={() => void showPage(shown - 1)}>
        {words.before}
      </Button>
      <span>{words.page(shown, starts.length)}</span>
      <Button isDisabled={shown >= starts.length - 1} onPress={() => void showPage(shown + 1)}>
        {words.after}
      </Button>
    </div>
  );
}

/** How a table is compared: by its cells or its lines, and which columns tell its rows apart. */
function Ways({ view }: { readonly view: LinesView | TableView }) {
  const wish = useComparison(state => state.wish);
  const hasChosen = useComparison(state => state.choices.size > 0);
  const [asked, ask] = useState<Wish | null>(null);
  const isTable = view.kind === 'table';
  if (!isTable && view.noTable === null && wish.by === 'best') return null;
  const key = isTable ? view.key.join(' + ') : '';
  // What was chosen is about these differences, and goes with them.
  const change = (next: Wish) => (hasChosen ? ask(next) : void compareBy(next));
  const by = (value: 'cells' | 'lines') => change({ by: value === 'cells' ? 'best' : 'lines', key: null });
  const leave = () => {
    if (asked !== null) void compareBy(asked);
    ask(null);
  };
  return (
    <div className={layout['toolbar']}>
      <span>{words.view}</span>
      <Select<'cells' | 'lines'>
        label={words.view}
        hidesLabel
        value={isTable ? 'cells' : 'lines'}
        options={[
          { value: 'cells', label: words.byCells },
          { value: 'lines', label: words.byLines },
        ]}
        onChange={by}
      />
      {isTable ? (
        <>
          <span>{words.key}</span>
          <Select
            label={words.key}
            hidesLabel
            value={key}
            options={[...new Set([key, ...view.names])].map(name => ({ value: name, label: name }))}
            onChange={name => (name === key ? undefined : change({ by: 'best', key: [name] }))}
          />
        </>
      ) : null}
      {asked === null ? null : <LeaveQuestion onLeave={leave} onStay={() => ask(null)} />}
    </div>
  );
}
