import { Inbox, Maximize2, Plus, ScrollText } from 'lucide-react';
import { useState } from 'react';

import type { ZoneAlert, ZoneCard } from '../../../shared/features/zones/model.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { formatAgo, formatExact } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { SECOND } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { openZones } from '../../state/navigation.ts';
import { acknowledgeAlert, removeZone, useZones } from './stores/cards.ts';
import { inOrderOfNeed } from './stores/order.ts';
import { Card } from './card.tsx';
import { Page } from './page.tsx';
import styles from './zones.module.css';
import { Question } from '../../components/overlay/question.tsx';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useNow } from '../../state/clock.ts';

const words = zonesWords;

/** All drop zones of this computer, a card each. */
export function CardsPage() {
  const { cards, fault } = useZones();
  const [removed, remove] = useState<ZoneCard | null>(null);
  return (
    <Page tools={<Tools isEmpty={cards?.length === 0} />}>
      {cards === null ? (
        <p className={styles['quiet']}>{fault === null ? words.reading : ''}</p>
      ) : cards.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <Alerts />
          <ul className={styles['cards']} aria-label={words.list}>
            {inOrderOfNeed(cards).map(card => (
              <Card card={card} onRemove={() => remove(card)} key={card.id} />
            ))}
          </ul>
        </>
      )}
      {removed === null ? null : <RemoveZone card={removed} onClose={() => remove(null)} />}
    </Page>
  );
}

function Tools({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <>
      <Button onPress={() => openZones({ name: 'audit' })}>
        <ScrollText size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.audit}
      </Button>
      <Button onPress={() => openZones({ name: 'kiosk' })}>
        <Maximize2 size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.kiosk}
      </Button>
      {isEmpty ? null : <AddButton />}
    </>
  );
}

function AddButton() {
  return (
    <Button look="main" onPress={() => openZones({ name: 'new' })}>
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {words.add}
    </Button>
  );
}

function Nothing() {
  return (
    <EmptyState icon={Inbox} title={words.empty}>
      {words.emptyAbout.map(text => (
        <p key={text}>{text}</p>
      ))}
      <AddButton />
    </EmptyState>
  );
}

const removeZoneWords = zonesWords.removing;

/** Asks before a zone is forgotten. */
function RemoveZone({ card, onClose }: { readonly card: ZoneCard; readonly onClose: () => void }) {
  const { busy, fault } = useZones();
  const isBusy = busy.has(`remove ${card.id}`);
  const { waiting } = card.files;
  return (
    <Question
      title={removeZoneWords.title(shownName(card.definition.name))}
      yes={removeZoneWords.yes}
      isDangerous
      canAnswer
      isBusy={isBusy}
      fault={fault}
      onYes={() => void removeZone(card).then(isDone => (isDone ? onClose() : undefined))}
      onClose={onClose}
    >
      <p>{removeZoneWords.about}</p>
      {waiting === 0 ? null : <p>{removeZoneWords.waits(waiting)}</p>}
    </Question>
  );
}

/** What people should know of, until it is solved or a person has acknowledged it. */
function Alerts() {
  const { alerts, busy } = useZones();
  const nowMs = useNow(10 * SECOND);
  if (alerts.length === 0) return null;
  return (
    <section className={styles['alerts']} aria-label={words.alerts}>
      <ul>
        {alerts.map(alert => (
          <li key={alert.id}>
            <Line alert={alert} nowMs={nowMs} isBusy={busy.has(`seen ${alert.id}`)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line(props: { readonly alert: ZoneAlert; readonly nowMs: number; readonly isBusy: boolean }) {
  const { alert, nowMs, isBusy } = props;
  const text = inWindow(alert.text);
  return (
    <Notice tone="alert" title={shownName(alert.zoneName)}>
      <span>{text}</span>
      <span className={styles['soft']} title={formatExact(alert.raisedAt)}>
        {formatAgo(alert.raisedAt, nowMs)}
      </span>
      {isForPerson(alert) ? (
        <Button look="quiet" isDisabled={isBusy} onPress={() => void acknowledgeAlert(alert)}>
          {words.seen}
          <HiddenText>{words.seenOf(text)}</HiddenText>
        </Button>
      ) : (
        <span className={styles['soft']}>{words.solvesItself}</span>
      )}
    </Notice>
  );
}

/** Whether it stays until a person acknowledges it. The others go once their cause is over. */
function isForPerson({ cause }: ZoneAlert): boolean {
  return FOR_PERSONS.some(each => cause.startsWith(each));
}

/**
 * How the engine names what it cannot know the end of: a run that changed after it was sent, bytes that differ, and what an
 * earlier version left alone.
 */
const FOR_PERSONS = ['changed:', 'other bytes there:', 'mismatch', 'left late'];
