import { CloudCog, History, Monitor, PenLine } from 'lucide-react';

import type { Side } from '../../../../shared/diff/choice.ts';
import type { ComparisonAsked } from '../stores/comparison.ts';
import { useComparison } from '../stores/comparison.ts';
import styles from '../comparison.module.css';

const ICONS = { theirs: CloudCog, local: Monitor, draft: PenLine, older: History } as const;

/** The picture of a side beside its values; the legend above says what it stands for. */
export function SideIcon({ side }: { readonly side: Side }) {
  const asked = useComparison(state => state.asked);
  if (asked === null) return null;
  const Icon = ICONS[side === 'theirs' ? 'theirs' : kindOf(asked)];
  return <Icon data-side={side} className={styles['icon'] ?? ''} size={13} strokeWidth={1.75} aria-hidden="true" />;
}

/** What the pictures beside the values stand for. */
export function Sides() {
  const labels = useComparison(state => state.asked?.labels);
  if (labels === undefined) return null;
  return (
    <p className={styles['legend']}>
      <span>
        <SideIcon side="mine" />
        {labels.mine}
      </span>
      <span>
        <SideIcon side="theirs" />
        {labels.theirs}
      </span>
    </p>
  );
}

function kindOf({ mine }: ComparisonAsked): keyof typeof ICONS {
  return mine.version === 'local' || mine.version === 'draft' ? mine.version : 'older';
}
