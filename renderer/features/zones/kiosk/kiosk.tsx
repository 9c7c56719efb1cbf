import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react';

import type { ZoneCard } from '../../../../shared/features/zones/model.ts';
import { formatAgo, formatClock, percent } from '../../../../shared/text/format.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { arrivalLine } from '../../../../shared/features/zones/arrival-text.ts';
import { ZONE_TONES } from '../../../../shared/features/zones/tones.ts';
import { zonesWords } from '../../../../shared/features/zones/window-text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { classes } from '../../../components/classes.ts';
import { Amount } from '../../../components/feedback/progress-bar.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { useNow } from '../../../state/clock.ts';
import { nameWindow } from '../../../state/title.ts';
import { enterBigView, leaveBigView, stayInBigView, unlockBigView, useBigView } from '../stores/big-view.ts';
import { sayOfNext, useZones } from '../stores/cards.ts';
import { inOrderOfNeed } from '../stores/order.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from './kiosk.module.css';
import { StateLine } from '../state-line.tsx';
import { Question } from '../../../components/overlay/question.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';

const words = zonesWords.big;

/** How all zones are doing, to be read from across the room. Nothing but what the next runs are called can be changed here. */
export function Kiosk() {
  const { cards } = useZones();
  const nowMs = useNow(SECOND);
  const isAsking = useBigView(state => state.isAsking);
  useEffect(() => nameWindow(words.title), []);
  useEffect(() => void enterBigView(), []);
  return (
    // Escape leads out of it from wherever in it one is, as out of every view of the whole window.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['kiosk']} onKeyDown={leaveByEscape}>
      <div className={styles['bar']}>
        <h1 className={styles['title']}>{words.title}</h1>
        <span className={layout['softInk']}>{formatClock(nowMs)}</span>
        <Button onPress={() => void leaveBigView()} isFirst>
          {words.leave}
        </Button>
      </div>
      {cards === null ? (
        <p>{zonesWords.reading}</p>
      ) : cards.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Tiles cards={inOrderOfNeed(cards)} nowMs={nowMs} />
      )}
      {isAsking ? <LeaveWithPin /> : null}
    </div>
  );
}

/** What is pressed in a question over it comes here, too, through the tree of components. */
function leaveByEscape({ currentTarget, key, target }: KeyboardEvent<HTMLElement>): void {
  if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) void leaveBigView();
}

/** As many beside each other as fill a wide screen without a gap where it can be: the worst stands at the top left. */
function Tiles({ cards, nowMs }: { readonly cards: readonly ZoneCard[]; readonly nowMs: number }) {
  const columns = columnsFor(cards.length);
  return (
    // What does not fit is reached with the arrow keys.
    <ul
      className={styles['zones']}
      style={{ '--tiles': columns, '--tile-rows': Math.ceil(cards.length / columns) } as CSSProperties}
      aria-label={zonesWords.list}
      tabIndex={0}
    >
      {cards.map(card => (
        <Zone card={card} nowMs={nowMs} key={card.id} />
      ))}
    </ul>
  );
}

/** Tiles that are about as wide as high on a screen of 16 to 9. */
function columnsFor(count: number): number {
  if (count <= 3) return count;
  return count === 4 ? 2 : count <= 6 ? 3 : 4;
}

function Zone({ card, nowMs }: { readonly card: ZoneCard; readonly nowMs: number }) {
  const { definition, files, oldestUnconfirmedAt, alerts, next, checkedAt, safe, state } = card;
  const [isSaying, say] = useState(false);
  return (
    <li className={classes(styles['zone'], styles[ZONE_TONES[state]])}>
      <h2 className={styles['name']} title={shownName(definition.name)}>
        <bdi>{shownName(definition.name)}</bdi>
      </h2>
      <div className={styles['state']}>
        <StateLine card={card} />
      </div>
      <Progress card={card} />
      <p>
        {arrivalLine(card)}
        {oldestUnconfirmedAt === null ? '' : `, ${words.oldest(formatAgo(oldestUnconfirmedAt, nowMs))}`}
      </p>
      {alerts === 0 ? null : <p className={styles['alarm']}>{words.alerts(alerts)}</p>}
      {files.refused === 0 ? null : <p className={styles['alarm']}>{zonesWords.refusedOf(files.refused)}</p>}
      {next === null ? null : (
        <p className={layout['softInk']}>
          <bdi>{words.said(shownOrNone(next.label), shownOrNone(next.operator), formatClock(next.until))}</bdi>
        </p>
      )}
      <div className={styles['foot']}>
        <p className={layout['softInk']}>{card.isSeen ? words.safe(safe) : words.safeUnknown}</p>
        <p className={layout['softInk']}>
          {checkedAt === null ? zonesWords.neverChecked : zonesWords.lastChecked(formatAgo(checkedAt, nowMs))}
        </p>
        <Button onPress={() => say(true)}>{words.say}</Button>
      </div>
      {isSaying ? <NextRuns card={card} onClose={() => say(false)} /> : null}
    </li>
  );
}

/** How far the run is that is sent; of a run of one file, how far that is. */
function Progress({ card: { current, sendingNow } }: { readonly card: ZoneCard }) {
  const [sending] = sendingNow;
  if (current !== null && current.files > 1) {
    const text = zonesWords.current({ ...current, name: shownName(current.name) });
    return <Amount label={shownName(current.name)} done={current.confirmed} all={current.files} text={text} />;
  }
  if (sending === undefined) return null;
  return (
    <Amount
      label={shownName(sending.path)}
      done={sending.doneBytes}
      all={sending.sizeBytes}
      text={`${shownName(sending.path)} · ${percent(sending.doneBytes, sending.sizeBytes)} %`}
    />
  );
}

function shownOrNone(text: string | null): string | null {
  return text === null ? null : shownName(text);
}

/** Asks what the next runs are called, and who runs them. */
function NextRuns({ card, onClose }: { readonly card: ZoneCard; readonly onClose: () => void }) {
  const { busy, fault } = useZones();
  const [label, setLabel] = useState(card.next?.label ?? '');
  const [operator, setOperator] = useState(card.next?.operator ?? '');
  return (
    <Question
      title={words.sayTitle(shownName(card.definition.name))}
      yes={words.sayYes}
      canAnswer
      isBusy={busy.has(`next ${card.id}`)}
      fault={fault}
      onYes={() => void sayOfNext(card, { label, operator }).then(isDone => (isDone ? onClose() : undefined))}
      onClose={onClose}
    >
      <p>{words.sayAbout}</p>
      <TextField label={words.label} hint={words.labelHint} value={label} onChange={setLabel} maxLength={100} isFirst />
      <TextField label={words.operator} value={operator} onChange={setOperator} maxLength={200} />
    </Question>
  );
}

/** Asks for the PIN that leads out of the big view. */
function LeaveWithPin() {
  const { isChecking, wasWrong, fault } = useBigView();
  const [pin, setPin] = useState('');
  return (
    <Question
      title={words.pinTitle}
      yes={words.leave}
      canAnswer={pin !== ''}
      isBusy={isChecking}
      fault={fault}
      onYes={() => void unlockBigView(pin)}
      onClose={stayInBigView}
    >
      <p>{words.pinAbout}</p>
      <TextField
        kind="secret"
        label={words.pin}
        value={pin}
        error={wasWrong ? words.pinWrong : null}
        onChange={setPin}
        maxLength={50}
        isFirst
      />
    </Question>
  );
}
