import { ArrowUp, CircleAlert, CircleCheck, Clock, type LucideIcon, Minus } from 'lucide-react';

import type { RunState as State, ZoneRun } from '../../../shared/features/zones/model.ts';
import { formatWait } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { classes } from '../../components/classes.ts';
import { useClock } from '../../state/clock.ts';
import styles from './zones.module.css';

const LOOKS: { readonly [S in State]: { readonly icon: LucideIcon; readonly tone: string } } = {
  skipped: { icon: Minus, tone: 'soft' },
  waiting: { icon: Clock, tone: 'wait' },
  ready: { icon: Clock, tone: 'move' },
  sending: { icon: ArrowUp, tone: 'move' },
  complete: { icon: CircleCheck, tone: 'good' },
  incomplete: { icon: CircleAlert, tone: 'alert' },
};

/** How a run stands, and what it waits for. */
export function RunState({ run }: { readonly run: ZoneRun }) {
  const { icon: Icon, tone } = LOOKS[run.state];
  return (
    <span className={styles['stateWord']}>
      <span className={classes(styles['stateWord'], styles[tone])}>
        <Icon size={15} strokeWidth={2} aria-hidden="true" />
        {zonesWords.run.states[run.state]}
      </span>
      {run.waitsFor === null ? null : (
        <span className={styles['soft']}>
          {shownName(run.waitsFor)}
          {run.readyAt === null ? null : <Left readyAt={run.readyAt} />}
        </span>
      )}
    </span>
  );
}

/** Ticks by this computer's clock alone. */
function Left({ readyAt }: { readonly readyAt: number }) {
  const nowMs = useClock(clock => clock.nowMs);
  return <>, {zonesWords.run.toGo(formatWait(Math.max(0, readyAt - nowMs)))}</>;
}
