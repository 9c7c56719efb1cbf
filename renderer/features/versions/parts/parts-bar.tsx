import type { PartsView } from '../../../../shared/diff/view.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { compareTexts } from '../../../../shared/features/versions/compare-text.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { Select } from '../../../components/fields/select.tsx';
import { compareBy, useComparison } from '../stores/comparison.ts';
import styles from '../comparison.module.css';

/** Which sheet of a workbook is compared, and what is compared of a document. */
export function PartsBar({ view: { of, parts, shown: at } }: { readonly view: PartsView }) {
  const labels = useComparison(state => state.asked?.labels);
  if (labels === undefined) return null;
  if (of !== 'sheets') return <p className={styles['counts']}>{words.ofText}</p>;
  const differing = parts.filter(({ state }) => state !== 'same').length;
  return (
    <div className={styles['bar']}>
      <Select
        label={words.sheet}
        hidesLabel
        value={String(at)}
        options={parts.map(({ name, what, state }, place) => ({
          value: String(place),
          label: `${what === 'formulas' ? compareTexts.formulas(shown(name)) : shown(name)} (${words.sheetState(labels.mine, labels.theirs)[state]})`,
        }))}
        onChange={place => void compareBy({ part: Number(place), key: null })}
      />
      <p className={styles['counts']}>{words.sheets(differing, parts.length)}</p>
    </div>
  );
}
