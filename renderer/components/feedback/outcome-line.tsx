import { Check } from 'lucide-react';

import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../controls/button.tsx';
import { FaultNotice } from './fault-notice.tsx';
import styles from './outcome-line.module.css';

/** What came of the last thing that was done in a place, until it is put away: what went wrong, or what was done. */
export function OutcomeLine(props: {
  readonly fault: Fault | null;
  readonly text: string | null;
  /** Before the service's own words. */
  readonly saidTitle: string;
  readonly again: { readonly label: string; readonly onPress: () => void };
}) {
  const { fault, text, saidTitle, again } = props;
  return (
    <>
      {fault === null ? null : (
        <div className={styles['strip']}>
          <FaultNotice fault={fault} saidTitle={saidTitle} again={again} />
        </div>
      )}
      {text === null ? null : (
        <p className={styles['done']}>
          <Check size={15} strokeWidth={2} aria-hidden="true" />
          <span>{text}</span>
          <Button look="quiet" onPress={again.onPress}>
            {again.label}
          </Button>
        </p>
      )}
    </>
  );
}
