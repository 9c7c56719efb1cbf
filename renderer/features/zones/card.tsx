import { Ellipsis, Play, RefreshCw } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';

import type { ZoneCard } from '../../../shared/features/zones/model.ts';
import { percent } from '../../../shared/text/format.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { zoneTexts } from '../../../shared/features/zones/text.ts';
import { zonesWords as words } from '../../../shared/features/zones/window-text.ts';
import { Amount } from '../../components/feedback/progress-bar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { Menu, type MenuLine } from '../../components/controls/menu.tsx';
import { PauseMenu } from '../../components/controls/pause-menu.tsx';
import { go, openZones } from '../../state/navigation.ts';
import { lookNow, pauseZone, resumeZone, sendOlder, useZones } from './stores/cards.ts';
import { CardFacts } from './card-facts.tsx';
import { StateLine } from './state-line.tsx';
import styles from './zones.module.css';

/** So many files under way are named. */
const MOST_NAMED = 3;

/** One drop zone: how it stands, and what can be done with it. */
export function Card({ card, onRemove }: { readonly card: ZoneCard; readonly onRemove: () => void }) {
  const name = shown(card.definition.name);
  const open = () => openZones({ name: 'zone', zone: card.id });
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        <h2 className={styles['name']}>
          <bdi>{name}</bdi>
        </h2>
        <span className={styles['doing']}>
          <Doing card={card} name={name} />
          <Button onPress={open}>
            {words.runs} <HiddenText>{words.of(name)}</HiddenText>
          </Button>
          <More card={card} name={name} onRemove={onRemove} />
        </span>
      </div>
      <StateLine card={card} />
      <Sending card={card} />
      <CardFacts card={card} />
      <Older card={card} name={name} />
      <Unreadable card={card} />
    </li>
  );
}

function Doing({ card, name }: { readonly card: ZoneCard; readonly name: string }) {
  const { busy } = useZones();
  const isLooking = busy.has(`look ${card.id}`);
  const of = <HiddenText>{words.of(name)}</HiddenText>;
  return (
    <>
      {card.state === 'signed-out' ? (
        <Button look="main" onPress={() => go({ screen: 'start' })}>
          {words.signIn}
        </Button>
      ) : null}
      <Button onPress={() => void lookNow(card)}>
        <RefreshCw size={14} strokeWidth={2} aria-hidden="true" />
        {isLooking ? words.looking : words.look} {of}
      </Button>
      {card.state === 'paused' ? (
        <Button onPress={() => void resumeZone(card)}>
          <Play size={14} strokeWidth={2} aria-hidden="true" />
          {words.resume} {of}
        </Button>
      ) : (
        <PauseMenu
          text={words.pause}
          label={`${words.pause} ${name}`}
          onPause={untilMs => void pauseZone(card, untilMs)}
        />
      )}
    </>
  );
}

function More({
  card,
  name,
  onRemove,
}: {
  readonly card: ZoneCard;
  readonly name: string;
  readonly onRemove: () => void;
}) {
  const lines: readonly (MenuLine | null)[] = [
    { id: 'safe', label: words.safe, onPress: () => openZones({ name: 'safe', zone: card.id }) },
    { id: 'change', label: words.change, onPress: () => openZones({ name: 'change', zone: card.id }) },
    null,
    { id: 'remove', label: words.remove, isDanger: true, onPress: onRemove },
  ];
  return (
    <Menu
      label={words.more(name)}
      lines={lines}
      button={
        <AriaButton className={styles['more'] ?? ''} aria-label={words.more(name)}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      }
    />
  );
}

/** What is on its way. */
function Sending({ card: { sendingNow } }: { readonly card: ZoneCard }) {
  const left = sendingNow.length - MOST_NAMED;
  return (
    <>
      {sendingNow.slice(0, MOST_NAMED).map(({ path, doneBytes, sizeBytes }) => (
        <Amount
          label={shown(path)}
          done={doneBytes}
          all={sizeBytes}
          text={`${shown(path)} · ${percent(doneBytes, sizeBytes)} %`}
          key={path}
        />
      ))}
      {left > 0 ? <p className={styles['soft']}>{words.sendingMore(left)}</p> : null}
    </>
  );
}

/** What was there before the zone is not sent by itself. */
function Older({ card, name }: { readonly card: ZoneCard; readonly name: string }) {
  const isBusy = useZones(({ busy }) => busy.has(`older ${card.id}`));
  if (card.olderUnsent === 0) return null;
  return (
    <p className={styles['soft']}>
      {zoneTexts.olderUnsent(card.olderUnsent)}{' '}
      <Button look="quiet" isDisabled={isBusy} onPress={() => void sendOlder(card)}>
        {words.sendOlder} <HiddenText>{words.of(name)}</HiddenText>
      </Button>
    </p>
  );
}

/** What could not be read, with the system's word. */
function Unreadable({ card: { unreadable } }: { readonly card: ZoneCard }) {
  if (unreadable.length === 0) return null;
  return (
    <details className={styles['unreadable']}>
      <summary>{words.unreadable(unreadable.length)}</summary>
      <p>{words.unreadableAbout}</p>
      <ul>
        {unreadable.map(({ path, code }) => (
          <li key={path}>
            <bdi>{shown(path === '' ? '/' : path)}</bdi> <code>{shown(code)}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
