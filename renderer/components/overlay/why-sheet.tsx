import type { Fault } from '../../../shared/fault.ts';
import type { WhyInfo } from '../../../shared/features/activity/why-model.ts';
import { formatComing, formatExact } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { whyLines, whyWords } from '../../../shared/features/activity/why-text.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { FaultNotice } from '../feedback/fault-notice.tsx';
import layout from '../layout/layout.module.css';
import styles from './why-sheet.module.css';

/** Why something is as it is. `why` and `fault` null: the answer has not come yet. */
export interface WhySheetProps {
  /** Inside the mirror; empty for its own folder. */
  readonly path: string;
  readonly why: WhyInfo | null;
  readonly fault: Fault | null;
  readonly saidTitle: string;
  /** The present time. */
  readonly nowMs: number;
  readonly onClose: () => void;
}

/** Why something is not finished: its reasons first, then everything that decides about it. */
export function WhySheet({ path, why, fault, saidTitle, nowMs, onClose }: WhySheetProps) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const close = (
    <Button isFirst onPress={onClose}>
      {whyWords.close}
    </Button>
  );
  return (
    <Dialog title={whyWords.title(name)} isOpen onClose={onClose} buttons={close}>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={saidTitle} />}
      {why === null ? fault === null ? <p>{whyWords.reading}</p> : null : <Answer why={why} nowMs={nowMs} />}
    </Dialog>
  );
}

function Answer({ why, nowMs }: { readonly why: WhyInfo; readonly nowMs: number }) {
  const clock = (iso: string) => formatExact(Date.parse(iso));
  const coming = (iso: string) => formatComing(Date.parse(iso), nowMs, formatExact);
  return (
    <>
      {why.reasons.length === 0 ? (
        <p>{whyWords.nothing}</p>
      ) : (
        <ul className={styles['reasons']}>
          {why.reasons.map(({ code, text, until }) => (
            <li key={`${code} ${text}`}>
              {inWindow(text)}
              {until === null ? null : (
                <span className={layout['faintInk']}>{` ${whyWords.goesOn(coming(until))}`}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <details className={styles['details']}>
        <summary>{whyWords.details}</summary>
        <pre>{whyLines(why, clock, nowMs).join('\n')}</pre>
      </details>
    </>
  );
}
