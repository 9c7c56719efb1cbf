import { Check } from 'lucide-react';

import type { Fault } from '../../../shared/fault.ts';
import { attentionWords as words } from '../../../shared/text/attention.ts';
import { Button } from '../../components/button.tsx';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { readAttention } from '../../stores/attention.ts';
import { forgetFixOutcome, useFixOutcome } from '../../stores/fixes.ts';
import styles from './outcome-strip.module.css';

/** What came of the last thing that was done here, and why the list could not be read, if so. */
export function OutcomeStrip({ fault }: { readonly fault: Fault | null }) {
  const outcome = useFixOutcome();
  const close = { label: words.close, onPress: forgetFixOutcome };
  return (
    <>
      {fault === null || fault.kind === 'offline' ? null : (
        <div className={styles['strip']}>
          <FaultNotice
            fault={fault}
            saidTitle={words.serviceSaid}
            again={{ label: words.tryAgain, onPress: () => void readAttention() }}
          />
        </div>
      )}
      {outcome.fault === null ? null : (
        <div className={styles['strip']}>
          <FaultNotice fault={outcome.fault} saidTitle={words.serviceSaid} again={close} />
        </div>
      )}
      {outcome.text === null ? null : (
        <p className={styles['done']}>
          <Check size={15} strokeWidth={2} aria-hidden="true" />
          <span>{outcome.text}</span>
          <Button look="quiet" onPress={forgetFixOutcome}>
            {words.close}
          </Button>
        </p>
      )}
    </>
  );
}
