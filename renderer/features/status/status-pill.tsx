import {
  ArrowDownUp,
  Check,
  ChevronDown,
  CircleAlert,
  CircleUserRound,
  Clock,
  CloudOff,
  FolderOpen,
  Hand,
  type LucideIcon,
  Pause,
  Search,
  ShieldAlert,
} from 'lucide-react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';

import type { EngineStatus, SyncState } from '../../../shared/features/status/model.ts';
import { offlineTexts, pillBesideOffline, pillText } from '../../../shared/features/status/text.ts';
import { words } from '../../../shared/text/words.ts';
import { SECOND } from '../../../shared/units.ts';
import { classes } from '../../components/classes.ts';
import { useNow } from '../../state/clock.ts';
import { useConnection } from '../../state/engine.ts';
import { goTo, type Route } from '../../state/navigation.ts';
import { openPanel, usePanel } from './stores/status-panel.ts';
import { checkNow, useSyncStatus, useTransfers } from '../../state/sync.ts';
import { StatusPanel } from './status-panel.tsx';
import layout from '../../components/layout/layout.module.css';
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
  waiting: [Clock, 'rest'],
  upToDate: [Check, 'good'],
};

/** Nothing is out of step where nothing is kept; but nothing is well either. */
const NOTHING_KEPT: readonly [LucideIcon, Tone] = [FolderOpen, 'rest'];

/** How Benchtop is doing, in one line; behind it a panel with more, and with what can be done. */
export function StatusPill() {
  const status = useSyncStatus(state => state.value);
  const connection = useConnection(state => state.connection.name);
  // What was true when the connection was lost need not be true now, so nothing is said about it.
  if (connection === 'lost' || connection === 'ended') return <Quiet text={words.status.apart} />;
  if (status === null) return <Quiet text={words.status.unknown} />;
  return (
    <span className={styles['pair']}>
      {status.offline ? <OfflineSign nextTry={status.offline.nextTry} /> : null}
      <Pill status={status} />
      <Panel status={status} />
    </span>
  );
}

/** That the service cannot be reached, when it is tried again, and the way to try it at once. Nothing hides it. */
function OfflineSign({ nextTry }: { readonly nextTry: string | null }) {
  const nowMs = useNow(SECOND);
  return (
    <span className={styles['offline']} data-sign="offline">
      <CloudOff size={15} strokeWidth={2} aria-hidden="true" />
      <strong>{offlineTexts.sign}</strong>
      <span className={layout['softInk']}>
        {offlineTexts.next(nextTry === null ? null : Date.parse(nextTry), nowMs)}
      </span>
      <AriaButton className={styles['try'] ?? ''} onPress={() => void checkNow()}>
        {offlineTexts.tryNow}
      </AriaButton>
    </span>
  );
}

/** Where a press on the pill leads (ux.md B0.2); null: to the panel behind it. */
const TARGETS: { readonly [S in SyncState]: Route | null } = {
  accessEnded: { screen: 'start' },
  signedOut: { screen: 'start' },
  guard: { screen: 'attention' },
  attention: { screen: 'attention' },
  offline: { screen: 'activity', tab: 'now' },
  serviceWait: { screen: 'activity', tab: 'now' },
  paused: null,
  overdue: { screen: 'activity', tab: 'checks' },
  transferring: { screen: 'activity', tab: 'now' },
  looking: { screen: 'activity', tab: 'checks' },
  waiting: { screen: 'activity', tab: 'now' },
  upToDate: { screen: 'activity', tab: 'history' },
};

/** What can be done about it all: the mirrors, looking now, pausing. */
function Panel({ status }: { readonly status: EngineStatus }) {
  return (
    <DialogTrigger isOpen={usePanel(state => state.isOpen)} onOpenChange={openPanel}>
      <AriaButton className={styles['more'] ?? ''} aria-label={words.status.more}>
        <ChevronDown size={15} strokeWidth={2} aria-hidden="true" />
      </AriaButton>
      <Popover className={styles['popover'] ?? ''} placement="bottom end" offset={6}>
        <Dialog className={classes(layout['scrolls'], styles['dialog'])} aria-label={words.status.title}>
          {({ close }) => <StatusPanel status={status} onLeave={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Quiet({ text }: { readonly text: string }) {
  return <span className={classes(styles['pill'], styles['rest'])}>{text}</span>;
}

/** Beside the sign, the pill says the next thing that is so. */
function lookOf({ state, offline, attention }: EngineStatus): SyncState {
  if (!offline || state !== 'offline') return state;
  return attention > 0 ? 'attention' : 'waiting';
}

function Pill({ status }: { readonly status: EngineStatus }) {
  const transfers = useTransfers(state => state.value) ?? [];
  const nowMs = useNow(SECOND);
  const isEmpty = status.state === 'upToDate' && status.mirrors.length === 0;
  const [Icon, tone] = isEmpty ? NOTHING_KEPT : LOOKS[lookOf(status)];
  const beside = status.offline && status.state === 'offline' ? pillBesideOffline(status) : undefined;
  // The sign says it already.
  if (beside === null) return null;
  const target = TARGETS[status.state];
  return (
    <AriaButton
      className={classes(styles['pill'], styles[tone])}
      data-state={status.state}
      data-region-start
      onPress={() => (target === null ? openPanel(true) : goTo(target))}
    >
      <Icon size={15} strokeWidth={2} aria-hidden="true" />
      <span>{beside ?? pillText({ status, transfers, nowMs })}</span>
    </AriaButton>
  );
}
