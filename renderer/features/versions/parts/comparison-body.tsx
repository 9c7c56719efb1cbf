import type { ComparisonView, PartsView } from '../../../../shared/diff/view.ts';
import { compareTexts } from '../../../../shared/features/versions/compare-text.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { formatExactBytes } from '../../../../shared/text/format.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import type { TreeChange } from '../../../../shared/diff/json-tree.ts';
import { MOST_SHOWN } from '../../../../shared/diff/pages.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { compareBy, useComparison } from '../stores/comparison.ts';
import { ImagesPart, StacksPart } from './images-part.tsx';
import { LinesPart } from './lines-part.tsx';
import { MergeBar } from '../merge-bar.tsx';
import { TablePart } from './table-part.tsx';
import { useHash } from '../use-hash.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from '../comparison.module.css';
import { Select } from '../../../components/fields/select.tsx';

/** What differs, in the way that suits what the file is. */
export function ComparisonBody() {
  const { versions, compared, fault, cameBytes } = useComparison();
  if (compared !== null) return <Compared view={compared.view} isRead={false} />;
  if (fault !== null) return null;
  return <p>{versions === null ? words.fetching(cameBytes) : words.under}</p>;
}

/** @param isRead whether it was read in a file that is no text, so that nothing of it can be taken. */
function Compared({ view, isRead }: { readonly view: ComparisonView; readonly isRead: boolean }) {
  const isMerging = useComparison(state => state.isMerging);
  switch (view.kind) {
    case 'same':
      return <Notice tone="good">{isRead ? compareTexts.sameText : compareTexts.same}</Notice>;
    case 'facts':
      return (
        <>
          <Notice tone="rest">{compareTexts.why[view.why]}</Notice>
          <FactsPart />
        </>
      );
    case 'image':
      return <ImagesPart />;
    case 'stack':
      return <StacksPart mine={view.mine} theirs={view.theirs} />;
    case 'parts':
      return (
        <>
          <PartsBar view={view} />
          <Compared view={view.view} isRead />
          <Notice tone="rest">{compareTexts.notCompared[view.of]}</Notice>
          {view.isCut ? <Notice tone="alert">{compareTexts.cut}</Notice> : null}
        </>
      );
    case 'table':
      return (
        <>
          <MergeBar view={view} isRead={isRead} />
          {view.isReordered ? <Notice tone="rest">{words.reordered}</Notice> : null}
          {view.counts.all === 0 ? <Notice tone="rest">{compareTexts.onlyWritten}</Notice> : <TablePart view={view} />}
        </>
      );
    case 'lines':
      return (
        <>
          <MergeBar view={view} isRead={isRead} />
          {view.noTable === null ? null : <Notice tone="rest">{compareTexts.noTable[view.noTable]}</Notice>}
          {view.tree === null || isMerging ? null : <TreePart tree={view.tree} />}
          <LinesPart view={view} />
        </>
      );
  }
}

/** What is known of two versions that are not compared any further. */
function FactsPart() {
  const { asked, versions } = useComparison();
  const [mine, theirs] = [useHash(versions?.mine ?? null), useHash(versions?.theirs ?? null)];
  if (asked === null || versions === null) return null;
  return (
    <dl className={styles['facts']}>
      <dt>{asked.labels.mine}</dt>
      <dd>{formatExactBytes(versions.mine.length)}</dd>
      <dd className={styles['hash']}>{mine}</dd>
      <dt>{asked.labels.theirs}</dt>
      <dd>{formatExactBytes(versions.theirs.length)}</dd>
      <dd className={styles['hash']}>{theirs}</dd>
    </dl>
  );
}

/** Which sheet of a workbook or table of a file is compared, and what is compared of a document. */
function PartsBar({ view: { of, parts, shown: at } }: { readonly view: PartsView }) {
  const labels = useComparison(state => state.asked?.labels);
  if (labels === undefined) return null;
  if (of !== 'sheets' && of !== 'tables') return <p className={styles['counts']}>{words.ofText}</p>;
  const differing = parts.filter(({ state }) => state !== 'same').length;
  return (
    <div className={layout['toolbar']}>
      <Select
        label={of === 'sheets' ? words.sheet : words.whichTable}
        hidesLabel
        value={String(at)}
        options={parts.map(({ name, what, state }, place) => ({
          value: String(place),
          label: `${what === 'formulas' ? compareTexts.formulas(shownName(name)) : shownName(name)} (${words.sheetState(labels.mine, labels.theirs)[state]})`,
        }))}
        onChange={place => void compareBy({ part: Number(place), key: null })}
      />
      <p className={styles['counts']}>
        {of === 'sheets' ? words.sheets(differing, parts.length) : words.tables(differing, parts.length)}
      </p>
    </div>
  );
}

/** Where the trees of two JSON files differ. */
function TreePart({ tree }: { readonly tree: readonly TreeChange[] }) {
  const labels = useComparison(state => state.asked?.labels);
  if (tree.length === 0) return <Notice tone="rest">{words.onlyWriting}</Notice>;
  return (
    <div className={styles['frame']} role="region" aria-label={words.tree} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col">{labels?.mine}</th>
            <th scope="col">{labels?.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {tree.slice(0, MOST_SHOWN).map(({ path, mine, theirs }) => (
            <tr key={path}>
              <th scope="row" className={layout['smallCode']}>
                {path === '' ? words.whole : shownName(path)}
              </th>
              <td className={layout['smallCode']}>{mine === null ? <em>{words.nothing}</em> : shownName(mine)}</td>
              <td className={layout['smallCode']}>{theirs === null ? <em>{words.nothing}</em> : shownName(theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
