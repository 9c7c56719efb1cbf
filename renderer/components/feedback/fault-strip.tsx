import type { Fault } from '../../../shared/fault.ts';
import { FaultNotice } from './fault-notice.tsx';
import styles from './fault-strip.module.css';

/** What stopped the last thing that was tried in a place, until it is put away. What was done is said by a toast. */
export function FaultStrip(props: {
  readonly fault: Fault | null;
  /** Before the service's own words. */
  readonly saidTitle: string;
  readonly again: { readonly label: string; readonly onPress: () => void };
}) {
  const { fault, saidTitle, again } = props;
  if (fault === null) return null;
  return (
    <div className={styles['strip']}>
      <FaultNotice fault={fault} saidTitle={saidTitle} again={again} />
    </div>
  );
}
