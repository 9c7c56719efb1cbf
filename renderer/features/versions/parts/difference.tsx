import type { Origin, Side } from '../../../../shared/diff/choice.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { Either } from '../../../components/controls/segmented.tsx';
import { choose, takenIn, useComparison } from '../stores/comparison.ts';
import { idOfChoice } from '../choice-id.ts';
import { SideIcon } from './sides.tsx';
import styles from '../comparison.module.css';

/** One small difference: what each version has there. Null: there is no such place in it. */
export interface Differing {
  readonly about: string;
  readonly id: number;
  readonly origin: Origin;
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
  readonly canJoin: boolean;
}

/** Both values, below each other; in a merge one of them is taken. */
export function Difference({ about, id, origin, base, mine, theirs, canJoin }: Differing) {
  const asked = useComparison(state => state.asked);
  const isMerging = useComparison(state => state.isMerging);
  const taken = useComparison(state => takenIn(state, id));
  if (asked === null) return null;
  const { labels } = asked;
  const was = base === null || base === mine || base === theirs ? null : words.was(seen(base));
  const says = [about, words.origin(labels.mine, labels.theirs)[origin], ...(was === null ? [] : [was])].join('. ');
  const values = { mine, theirs };
  if (origin === 'same') return <span className={styles['value']}>{seen(theirs)}</span>;
  if (!isMerging || !canJoin)
    return (
      <span className={styles['pair']}>
        <Value side="mine" label={labels.mine} value={mine} />
        <Value side="theirs" label={labels.theirs} value={theirs} />
      </span>
    );
  const option = (value: Side) => ({
    value,
    label: `${labels[value]}: ${seen(values[value])}`,
    words: <Words side={value} value={values[value]} />,
  });
  return (
    <span className={styles['pair']}>
      <Either<Side>
        id={idOfChoice(id)}
        label={says}
        isTall
        value={sideOf(taken)}
        options={[option('mine'), option('theirs')]}
        onChange={side => choose(id, side)}
      />
      {was === null ? null : <span className={styles['was']}>{was}</span>}
    </span>
  );
}

function sideOf(taken: Side | 'both' | null): Side | null {
  return taken === 'both' ? null : taken;
}

function Value({ side, label, value }: { readonly side: Side; readonly label: string; readonly value: string | null }) {
  return (
    <span className={styles['value']} title={label}>
      <Words side={side} value={value} />
    </span>
  );
}

function Words({ side, value }: { readonly side: Side; readonly value: string | null }) {
  return (
    <>
      <SideIcon side={side} />
      {value === null || value === '' ? <em>{seen(value)}</em> : shown(value)}
    </>
  );
}

function seen(value: string | null): string {
  return value === null ? words.nothing : value === '' ? words.empty : shown(value);
}
