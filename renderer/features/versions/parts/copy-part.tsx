import { useState } from 'react';

import type { Fault } from '../../../../shared/fault.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { words as general } from '../../../../shared/text/words.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { settleMerged } from '../../attention/stores/conflicts.ts';
import { closeComparison, type ComparisonAsked } from '../stores/comparison.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from '../comparison.module.css';

/** The merge is saved; what becomes of the copy that it was made with is the conflict's own question. */
export function CopyPart({ conflict }: { readonly conflict: NonNullable<ComparisonAsked['conflict']> }) {
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const settle = async (keep: 'theirs' | 'both') => {
    setBusy(true);
    const failed = await settleMerged(conflict, keep);
    setBusy(false);
    if (failed === null) closeComparison();
    else setFault(failed);
  };
  return (
    <section aria-label={words.copy.title} className={styles['copy']}>
      <h3>{words.copy.title}</h3>
      <p>{words.copy.text}</p>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={general.start.serviceSaid} />}
      <div className={layout['toolbar']}>
        <Button isFirst onPress={closeComparison}>
          {words.copy.later}
        </Button>
        <Button isDisabled={isBusy} onPress={() => void settle('both')}>
          {words.copy.keep}
        </Button>
        <Button look="main" isDisabled={isBusy} onPress={() => void settle('theirs')}>
          {words.copy.away}
        </Button>
      </div>
      <p>{words.copy.awayHint}</p>
    </section>
  );
}
