import {
  ArrowDownUp,
  Check,
  CircleAlert,
  CircleUserRound,
  Clock,
  CloudOff,
  Hand,
  type LucideIcon,
  Pause,
  Search,
  ShieldAlert,
} from 'lucide-react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';

import type { EngineStatus, SyncState } from '../../../shared/model/sync.ts';
import { pillText } from '../../../shared/text/status.ts';
import { words } from '../../../shared/text/words.ts';
import { SECOND } from '../../../shared/units.ts';
import { classes } from '../../components/classes.ts';
import { useNow } from '../../stores/clock.ts';
import { useConnection } from '../../stores/engine.ts';
import { useSyncStatus, useTransfers } from '../../stores/sync.ts';
import { StatusPanel } from './status-panel.tsx';
import styles from './status-pill.module.css';

type Tone = 'good' | 'move' | 'wait' | 'alert' | 'rest';

const LOOKS: { readonly [S in SyncState]: readonly [LucideIcon, Tone] } = {
  accessEnded: [ShieldAlert, 'alert'],
  signedOut: [CircleUserRound, 'rest'],
  guard: [Hand, 'alert'],
  attention: [CircleAlert, 'wait'],
  offline: [CloudOff, 'rest'],
  serviceWait: [Clock, 'rest'],
  paused: [Pause, 'wait'],
  overdue: [CircleAlert, 'wait'],
  transferring: [ArrowDownUp, 'move'],
  looking: [Search, 'move'],
  upToDate: [Check, 'good'],
};

/** How Benchtop is doing, in one line; behind it a panel with more, and with what can be done. */
export function StatusPill() {
  const status = useSyncStatus(state => state.value);
  const connection = useConnection(state => state.connection.name);
  // What was true when the connection was lost need not be true now, so nothing is said about it.
  if (connection === 'lost' || connection === 'ended') return <Quiet text={words.status.apart} />;
  if (status === null) return <Quiet text={words.status.unknown} />;
  return (
    <DialogTrigger>
      <Pill status={status} />
      <Popover className={styles['popover'] ?? ''} placement="bottom end" offset={6}>
        <Dialog className={styles['dialog'] ?? ''} aria-label={words.status.title}>
          {({ close }) => <StatusPanel status={status} onLeave={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Quiet({ text }: { readonly text: string }) {
  return <span className={classes(styles['pill'], styles['rest'])}>{text}</span>;
}

function Pill({ status }: { readonly status: EngineStatus }) {
  const transfers = useTransfers(state => state.value) ?? [];
  const nowMs = useNow(SECOND);
  const [Icon, tone] = LOOKS[status.state];
  return (
    <AriaButton className={classes(styles['pill'], styles[tone])} data-state={status.state} data-region-start>
      <Icon size={15} strokeWidth={2} aria-hidden="true" />
      <span>{pillText({ status, transfers, nowMs })}</span>
    </AriaButton>
  );
}
