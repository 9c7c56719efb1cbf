import { CloudCog, Monitor } from 'lucide-react';

import type { Origin, Side } from '../../../shared/diff/choice.ts';
import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { Either } from '../../components/either.tsx';
import { choose, takenIn, useComparison } from '../../stores/versions/comparison.ts';
import { idOfChoice } from './choice-id.ts';
import styles from './comparison.module.css';

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

const ICONS = { mine: Monitor, theirs: CloudCog } as const;

/** Both values, below each other; in a merge one of them is taken. */
export function Difference({ about, id, origin, base, mine, theirs, canJoin }: Differing) {
  const { asked, isMerging, compared, choices } = useComparison();
  if (asked === null) return null;
  const { labels } = asked;
  const says = words.origin(labels.mine, labels.theirs)[origin];
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
        label={`${about}. ${says}`}
        isTall
        value={sideOf(takenIn({ compared, choices }, id))}
        options={[option('mine'), option('theirs')]}
        onChange={side => choose(id, side)}
      />
      {base === null || base === mine || base === theirs ? null : (
        <span className={styles['was']}>{words.was(seen(base))}</span>
      )}
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
  const Icon = ICONS[side];
  return (
    <>
      <Icon className={styles['icon'] ?? ''} size={13} strokeWidth={1.75} aria-hidden="true" />
      {value === null || value === '' ? <em>{seen(value)}</em> : value}
    </>
  );
}

function seen(value: string | null): string {
  return value === null ? words.nothing : value === '' ? words.empty : value;
}
