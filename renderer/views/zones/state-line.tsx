import { ArrowUp, CircleAlert, CircleCheck, Clock, type LucideIcon, Pause, Search, Unplug } from 'lucide-react';

import type { ZoneCard, ZoneState } from '../../../shared/model/zones.ts';
import { formatClock } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/in-window.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { zoneTexts } from '../../../shared/text/zones.ts';
import { zonesWords as words } from '../../../shared/text/zones-window.ts';
import { classes } from '../../components/classes.ts';
import { useClock } from '../../stores/clock.ts';
import styles from './zones.module.css';

type Tone = 'good' | 'move' | 'wait' | 'alert';

const LOOKS: { readonly [S in ZoneState]: { readonly icon: LucideIcon; readonly tone: Tone } } = {
  watching: { icon: CircleCheck, tone: 'good' },
  'waiting-for-run': { icon: Clock, tone: 'wait' },
  sending: { icon: ArrowUp, tone: 'move' },
  comparing: { icon: Search, tone: 'move' },
  paused: { icon: Pause, tone: 'wait' },
  'outside-hours': { icon: Clock, tone: 'wait' },
  'gives-way': { icon: Pause, tone: 'wait' },
  stalled: { icon: CircleAlert, tone: 'alert' },
  'folder-missing': { icon: CircleAlert, tone: 'alert' },
  'folder-unreadable': { icon: CircleAlert, tone: 'alert' },
  overlaps: { icon: CircleAlert, tone: 'alert' },
  'destination-refuses': { icon: CircleAlert, tone: 'alert' },
  'disk-low': { icon: CircleAlert, tone: 'alert' },
  'cannot-record': { icon: CircleAlert, tone: 'alert' },
  offline: { icon: Unplug, tone: 'wait' },
  'signed-out': { icon: Unplug, tone: 'alert' },
};

/** What a zone is doing, in words, what is to be done about it, and how long the next run is waited for. */
export function StateLine({ card }: { readonly card: ZoneCard }) {
  const { state, trouble, countdown, pausedUntil } = card;
  const { icon: Icon, tone } = LOOKS[state];
  return (
    <div className={styles['state']}>
      <p className={classes(styles['stateWord'], styles[tone])}>
        <Icon size={16} strokeWidth={2} aria-hidden="true" />
        <span>{zoneTexts.states[state]}</span>
        {state === 'paused' && pausedUntil !== null ? (
          <span className={styles['soft']}>{words.pausedUntil(formatClock(pausedUntil))}</span>
        ) : null}
      </p>
      {trouble === null ? null : <p>{inWindow(trouble.text)}</p>}
      {countdown === null || state === 'paused' ? null : <Countdown {...countdown} />}
    </div>
  );
}

/** Ticks by this computer's clock alone: nobody is asked. */
function Countdown({ name, lastChangeAt, readyAt }: NonNullable<ZoneCard['countdown']>) {
  const nowMs = useClock(clock => clock.nowMs);
  const leftMs = readyAt === null ? null : Math.max(0, readyAt - nowMs);
  return (
    <p className={styles['countdown']}>
      <strong>
        <bdi>{shown(name)}</bdi>
      </strong>{' '}
      {zoneTexts.countdown(Math.max(0, nowMs - lastChangeAt), leftMs)}
    </p>
  );
}
