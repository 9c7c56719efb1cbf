import { ArrowUp, CircleAlert, CircleCheck, Clock, type LucideIcon, Pause, Search, Unplug } from 'lucide-react';

import { ZONE_TONES } from '../../../shared/features/zones/tones.ts';
import type { ZoneCard, ZoneState } from '../../../shared/features/zones/model.ts';
import { formatClock } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { zoneTexts } from '../../../shared/features/zones/text.ts';
import { zonesWords as words } from '../../../shared/features/zones/window-text.ts';
import { classes } from '../../components/classes.ts';
import { useClock } from '../../state/clock.ts';
import styles from './zones.module.css';

const ICONS: { readonly [S in ZoneState]: LucideIcon } = {
  watching: CircleCheck,
  'waiting-for-run': Clock,
  sending: ArrowUp,
  comparing: Search,
  paused: Pause,
  'outside-hours': Clock,
  'gives-way': Pause,
  stalled: CircleAlert,
  'folder-missing': CircleAlert,
  'folder-unreadable': CircleAlert,
  overlaps: CircleAlert,
  'destination-refuses': CircleAlert,
  'disk-low': CircleAlert,
  'cannot-record': CircleAlert,
  'not-looked': Clock,
  refused: CircleAlert,
  'partly-unreadable': CircleAlert,
  offline: Unplug,
  'signed-out': Unplug,
};

/** What a zone is doing, in words, what is to be done about it, and how long the next run is waited for. */
export function StateLine({ card }: { readonly card: ZoneCard }) {
  const { state, trouble, countdown, pausedUntil } = card;
  const Icon = ICONS[state];
  return (
    <div className={styles['state']}>
      <p className={classes(styles['stateWord'], styles[ZONE_TONES[state]])}>
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

/** Counts by this computer's clock alone: the engine is not asked. */
function Countdown({ name, lastChangeAt, readyAt, openFile }: NonNullable<ZoneCard['countdown']>) {
  const nowMs = useClock(clock => clock.nowMs);
  const leftMs = readyAt === null ? null : Math.max(0, readyAt - nowMs);
  return (
    <p className={styles['countdown']}>
      <strong>
        <bdi>{shownName(name)}</bdi>
      </strong>{' '}
      {shownName(zoneTexts.countdown(Math.max(0, nowMs - lastChangeAt), leftMs, openFile))}
    </p>
  );
}
