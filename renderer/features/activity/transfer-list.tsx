import { Label, ProgressBar } from 'react-aria-components';

import type { Transfer } from '../../../shared/features/status/records-model.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { formatBytes, percent } from '../../../shared/text/format.ts';
import { words } from '../../../shared/text/words.ts';
import { ProgressRing } from '../../components/feedback/progress-ring.tsx';
import { timeLeftMs, transferKey, useSpeeds } from './stores/speeds.ts';
import styles from './transfer-list.module.css';

/** As many as can be told apart at a glance. */
const MOST_SHOWN = 12;

/** The transfers under way. */
export function TransferList({ transfers }: { readonly transfers: readonly Transfer[] }) {
  const more = transfers.length - MOST_SHOWN;
  return (
    <section className={styles['now']} aria-label={words.activity.now}>
      <h2>{words.activity.now}</h2>
      <ul>
        {transfers.slice(0, MOST_SHOWN).map(transfer => (
          <li key={`${transfer.mirror} ${transfer.item}`}>
            <TransferLine transfer={transfer} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={styles['more']}>{words.activity.more(more)}</p> : null}
    </section>
  );
}

function TransferLine({ transfer }: { readonly transfer: Transfer }) {
  const { direction, path, doneBytes, sizeBytes } = transfer;
  const done = percent(doneBytes, sizeBytes);
  const speed = useSpeeds(({ speeds }) => speeds.get(transferKey(transfer)));
  const leftMs = timeLeftMs(transfer, speed);
  const pace = [
    ...(speed === undefined ? [] : [activityWords.speed(Math.round(speed.bytesPerSecond))]),
    ...(speed === undefined ? [] : [leftMs === null ? activityWords.workingOut : activityWords.left(leftMs)]),
    ...((transfer.attempt ?? 1) > 1 ? [activityWords.attempt(transfer.attempt ?? 1)] : []),
  ];
  const verb = direction === 'up' ? words.activity.sending : words.activity.downloading;
  return (
    <ProgressBar className={styles['line'] ?? ''} value={done} valueLabel={`${done} %`}>
      <span className={styles['ring']}>
        <ProgressRing direction={direction} percent={done} />
      </span>
      <Label className={styles['what'] ?? ''}>
        {verb} <strong title={path}>{path.slice(path.lastIndexOf('/') + 1)}</strong>
      </Label>
      <span className={styles['pace']}>{pace.join(' · ')}</span>
      <span className={styles['bytes']}>{`${formatBytes(doneBytes)} of ${formatBytes(sizeBytes)}`}</span>
      <span className={styles['percent']}>{`${done} %`}</span>
    </ProgressBar>
  );
}
