import { Check, Loader, X } from 'lucide-react';

import { questionTexts } from '../../../shared/features/edit/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { forgetOutcome, type Outcome, undoOutcome, useOutcome } from '../../state/edit.ts';
import styles from './outcome-strip.module.css';

/** What came of the last thing that was done, with its undo. It stays until the next one, or until it is put away. */
export function OutcomeStrip() {
  const outcome = useOutcome(state => state.outcome);
  if (outcome === null) return null;
  return (
    <aside className={styles['strip']} aria-label={questionTexts.outcome} data-region="outcome">
      <Told outcome={outcome} />
      <Button look="icon" label={questionTexts.close} onPress={forgetOutcome}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </aside>
  );
}

function Told({ outcome }: { readonly outcome: Outcome }) {
  if (outcome.kind === 'failed') return <FaultNotice fault={outcome.fault} saidTitle={questionTexts.said} />;
  if (outcome.kind === 'running') {
    return (
      <>
        <Loader size={17} strokeWidth={2} aria-hidden="true" />
        <div className={styles['words']}>
          <p>{outcome.text}</p>
        </div>
      </>
    );
  }
  const { text, notes, undo } = outcome;
  return (
    <>
      <Check className={styles['good']} size={17} strokeWidth={2} aria-hidden="true" />
      <div className={styles['words']}>
        <p>{text}</p>
        {notes.length === 0 ? null : (
          <ul className={styles['notes']}>
            {notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
      {undo === null ? null : (
        <Button look="quiet" onPress={undoOutcome}>
          {questionTexts.undo}
        </Button>
      )}
    </>
  );
}
