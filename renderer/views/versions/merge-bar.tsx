import type { LinesView, TableView } from '../../../shared/diff/view.ts';
import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Select } from '../../components/select.tsx';
import { chooseAll, compareBy, openIn, useComparison } from '../../stores/versions/comparison.ts';
import { idOfChoice } from './choice-id.ts';
import styles from './comparison.module.css';

/** How much differs, how it is compared, and choices for everything at once. */
export function MergeBar({ view }: { readonly view: LinesView | TableView }) {
  const state = useComparison();
  const { asked, isMerging } = state;
  if (asked === null) return null;
  const hasBase = asked.base !== null;
  return (
    <>
      <p className={styles['counts']}>{words.counts(view.counts, hasBase)}</p>
      {isMerging && !hasBase && view.counts.all > 0 ? <p>{words.noBase}</p> : null}
      {view.canJoin ? null : <Notice tone="rest">{words.encodings}</Notice>}
      <Ways view={view} />
      {isMerging && view.canJoin && view.counts.all > 0 ? <Takes labels={asked.labels} open={openIn(state)} /> : null}
      {view.hidden > 0 ? <Notice tone="rest">{words.hidden(view.hidden)}</Notice> : null}
    </>
  );
}

function Takes(props: {
  readonly labels: { readonly mine: string; readonly theirs: string };
  readonly open: readonly number[];
}) {
  const { labels, open } = props;
  const [next] = open;
  return (
    <div className={styles['bar']}>
      <span>{words.takeAll}</span>
      <Button onPress={() => chooseAll('mine', 'all')}>{labels.mine}</Button>
      <Button onPress={() => chooseAll('theirs', 'all')}>{labels.theirs}</Button>
      <span className={styles['open']} role="status">
        {words.open(open.length)}
      </span>
      <Button isDisabled={next === undefined} onPress={() => (next === undefined ? undefined : goTo(next))}>
        {words.nextOpen}
      </Button>
    </div>
  );
}

/** Brings a difference into sight and puts the focus on its choice. */
function goTo(id: number): void {
  const choice = document.getElementById(idOfChoice(id));
  choice?.scrollIntoView({ block: 'center' });
  choice?.querySelector('input')?.focus();
}

/** How a table is compared: by its cells or its lines, and which columns tell its rows apart. */
function Ways({ view }: { readonly view: LinesView | TableView }) {
  const wish = useComparison(state => state.wish);
  const isTable = view.kind === 'table';
  if (!isTable && view.noTable === null && wish.by === 'best') return null;
  const key = isTable ? view.key.join(' + ') : '';
  const by = (value: 'cells' | 'lines') => void compareBy({ by: value === 'cells' ? 'best' : 'lines', key: null });
  return (
    <div className={styles['bar']}>
      <Select<'cells' | 'lines'>
        label={words.view}
        value={isTable ? 'cells' : 'lines'}
        options={[
          { value: 'cells', label: words.byCells },
          { value: 'lines', label: words.byLines },
        ]}
        onChange={by}
      />
      {isTable ? (
        <Select
          label={words.key}
          value={key}
          options={[...new Set([key, ...view.names])].map(name => ({ value: name, label: name }))}
          onChange={name => (name === key ? undefined : void compareBy({ by: 'best', key: [name] }))}
        />
      ) : null}
    </div>
  );
}
