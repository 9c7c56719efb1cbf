import { Check } from 'lucide-react';

import { settingsWords as words } from '../../../shared/text/settings.ts';
import { Button } from '../../components/button.tsx';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { forgetSettingsOutcome, useSettingsOutcome } from '../../stores/settings.ts';
import styles from './outcome-strip.module.css';

/** What came of the last thing that was done here. */
export function OutcomeStrip() {
  const { text, fault } = useSettingsOutcome();
  if (fault !== null)
    return (
      <div className={styles['strip']}>
        <FaultNotice
          fault={fault}
          saidTitle={words.serviceSaid}
          again={{ label: words.close, onPress: forgetSettingsOutcome }}
        />
      </div>
    );
  if (text === null) return null;
  return (
    <p className={styles['done']}>
      <Check size={15} strokeWidth={2} aria-hidden="true" />
      <span>{text}</span>
      <Button look="quiet" onPress={forgetSettingsOutcome}>
        {words.close}
      </Button>
    </p>
  );
}
