import { useEffect, useState } from 'react';

import type { ZoneCard } from '../../../../shared/features/zones/model.ts';
import { formatAgo, formatClock, percent } from '../../../../shared/text/format.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { arrivalLine } from '../../../../shared/features/zones/arrival-text.ts';
import { zonesWords } from '../../../../shared/features/zones/window-text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { Amount } from '../../../components/feedback/progress-bar.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { useNow } from '../../../state/clock.ts';
import { nameWindow } from '../../../state/title.ts';
import { enterBigView, leaveBigView, useBigView } from '../stores/big-view.ts';
import { useZones } from '../stores/cards.ts';
import { LeaveWithPin, NextRuns } from './kiosk-questions.tsx';
import styles from './kiosk.module.css';
import { StateLine } from '../state-line.tsx';

const words = zonesWords.big;

/** How all zones are doing, to be read from across the room. Nothing but what the next runs are called can be changed here. */
export function Kiosk() {
  const { cards } = useZones();
  const nowMs = useNow(SECOND);
  const isAsking = useBigView(state => state.isAsking);
  useEffect(() => nameWindow(words.title), []);
  useEffect(() => void enterBigView(), []);
  return (
    <div className={styles['kiosk']}>
      <div className={styles['bar']}>
        <h1 className={styles['title']}>{words.title}</h1>
        <span className={styles['soft']}>{formatClock(nowMs)}</span>
        <Button onPress={() => void leaveBigView()} isFirst>
          {words.leave}
        </Button>
      </div>
      {cards === null ? (
        <p>{zonesWords.reading}</p>
      ) : cards.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        // Lines that do not fit are reached with the arrow keys.
        <ul className={styles['zones']} aria-label={zonesWords.list} tabIndex={0}>
          {cards.map(card => (
            <Zone card={card} nowMs={nowMs} key={card.id} />
          ))}
        </ul>
      )}
      {isAsking ? <LeaveWithPin /> : null}
    </div>
  );
}

function Zone({ card, nowMs }: { readonly card: ZoneCard; readonly nowMs: number }) {
  const { definition, files, oldestUnconfirmedAt, sendingNow, alerts, next } = card;
  const [sending] = sendingNow;
  const [isSaying, say] = useState(false);
  return (
    <li className={styles['zone']}>
      <h2 className={styles['name']}>
        <bdi>{shown(definition.name)}</bdi>
      </h2>
      <StateLine card={card} />
      {sending === undefined ? null : (
        <Amount
          label={shown(sending.path)}
          done={sending.doneBytes}
          all={sending.sizeBytes}
          text={`${shown(sending.path)} · ${percent(sending.doneBytes, sending.sizeBytes)} %`}
        />
      )}
      <p className={styles['soft']}>
        {arrivalLine(card)}
        {oldestUnconfirmedAt === null ? '' : `, ${words.oldest(formatAgo(oldestUnconfirmedAt, nowMs))}`}
      </p>
      {next === null ? null : (
        <p className={styles['soft']}>
          <bdi>{words.said(shownOrNone(next.label), shownOrNone(next.operator), formatClock(next.until))}</bdi>
        </p>
      )}
      <div>
        <Button onPress={() => say(true)}>{words.say}</Button>
      </div>
      {isSaying ? <NextRuns card={card} onClose={() => say(false)} /> : null}
      {alerts === 0 ? null : <p className={styles['alert']}>{words.alerts(alerts)}</p>}
      {files.refused === 0 ? null : <p className={styles['alert']}>{zonesWords.refusedOf(files.refused)}</p>}
    </li>
  );
}

function shownOrNone(text: string | null): string | null {
  return text === null ? null : shown(text);
}
