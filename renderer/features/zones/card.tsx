import { Ellipsis, Play, RefreshCw } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';

import type { ZoneCard } from '../../../shared/features/zones/model.ts';
import { formatAgo, formatExact, percent } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { zoneTexts } from '../../../shared/features/zones/text.ts';
import { zonesWords as words } from '../../../shared/features/zones/window-text.ts';
import { arrivalLine } from '../../../shared/features/zones/arrival-text.ts';
import { SECOND } from '../../../shared/units.ts';
import { Amount } from '../../components/feedback/progress-bar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { Menu, type MenuLine } from '../../components/controls/menu.tsx';
import { PauseMenu } from '../../components/controls/pause-menu.tsx';
import { goTo, openZones } from '../../state/navigation.ts';
import { lookNow, pauseZone, resumeZone, sendOlder, useZones } from './stores/cards.ts';
import { verifyFiles } from './stores/runs.ts';
import { StateLine } from './state-line.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './zones.module.css';
import { useNow } from '../../state/clock.ts';
import { Fact } from './page.tsx';

/** So many files under way are named. */
const MOST_NAMED = 3;

/** One drop zone: how it stands, and what can be done with it. */
export function Card({ card, onRemove }: { readonly card: ZoneCard; readonly onRemove: () => void }) {
  const name = shownName(card.definition.name);
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
      <Current card={card} />
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
        <Button look="main" onPress={() => goTo({ screen: 'start' })}>
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
        <AriaButton className={layout['more'] ?? ''} aria-label={words.more(name)}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </AriaButton>
      }
    />
  );
}

/** How far the run is that is sent now or next. */
function Current({ card: { current } }: { readonly card: ZoneCard }) {
  if (current === null || current.files < 2) return null;
  const text = words.current({ ...current, name: shownName(current.name) });
  return <Amount label={shownName(current.name)} done={current.confirmed} all={current.files} text={text} />;
}

/** What may be removed from this computer; where that is nothing yet, what would make it so. */
function Safe({ card, name }: { readonly card: ZoneCard; readonly name: string }) {
  const isVerifying = useZones(({ busy }) => busy.has(`verify ${card.id}`));
  const { safe, files } = card;
  if (!card.isSeen) return words.safeUnknown;
  if (safe.files > 0)
    return (
      <>
        {words.safeSum(safe)}
        <Button look="quiet" onPress={() => openZones({ name: 'safe', zone: card.id })}>
          {words.safeShow} <HiddenText>{words.of(name)}</HiddenText>
        </Button>
      </>
    );
  return (
    <>
      {words.safeNothing}
      {files.confirmed > files.verified ? (
        <Button look="quiet" isDisabled={isVerifying} onPress={() => void verifyFiles(card.id, null)}>
          {isVerifying ? words.run.verifying : words.report.verifyNow} <HiddenText>{words.of(name)}</HiddenText>
        </Button>
      ) : null}
    </>
  );
}

/** What is on its way. */
function Sending({ card: { sendingNow } }: { readonly card: ZoneCard }) {
  const left = sendingNow.length - MOST_NAMED;
  return (
    <>
      {sendingNow.slice(0, MOST_NAMED).map(({ path, doneBytes, sizeBytes }) => (
        <Amount
          label={shownName(path)}
          done={doneBytes}
          all={sizeBytes}
          text={`${shownName(path)} · ${percent(doneBytes, sizeBytes)} %`}
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
            <bdi>{shownName(path === '' ? '/' : path)}</bdi> <code>{shownName(code)}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

const { fact } = words;

/** What a zone sends from where to where, and how far that is. */
function CardFacts({ card }: { readonly card: ZoneCard }) {
  const { definition, destinationPath, lastRun, files, oldestUnconfirmedAt, checkedAt } = card;
  const nowMs = useNow(SECOND);
  return (
    <dl className={styles['facts']}>
      <Fact label={fact.folder}>
        <bdi>{shownName(definition.folder)}</bdi>
        <span className={styles['soft']}>{placeWords(card)}</span>
      </Fact>
      <Fact label={fact.destination}>
        <bdi>{shownName(destinationPath)}</bdi>
      </Fact>
      <Fact label={fact.lastRun}>
        {lastRun === null ? words.noRun : <bdi>{shownName(lastRun.name)}</bdi>}
        {lastRun === null ? null : (
          <span className={styles['soft']} title={formatExact(lastRun.at)}>
            {formatAgo(lastRun.at, nowMs)}
          </span>
        )}
      </Fact>
      <Fact label={fact.waiting}>
        {arrivalLine(card)}
        {files.refused === 0 ? null : <span className={styles['alert']}>{words.refusedOf(files.refused)}</span>}
      </Fact>
      <Fact label={fact.oldest}>
        {oldestUnconfirmedAt === null ? (
          words.none
        ) : (
          <span title={formatExact(oldestUnconfirmedAt)}>{formatAgo(oldestUnconfirmedAt, nowMs)}</span>
        )}
      </Fact>
      <Fact label={fact.today}>{words.today(card)}</Fact>
      <Fact label={fact.arrived}>
        {words.arrived(card)}
        <span className={styles['soft']}>
          {checkedAt === null ? words.neverChecked : words.lastChecked(formatAgo(checkedAt, nowMs))}
        </span>
      </Fact>
      <Fact label={fact.safe}>
        <Safe card={card} name={shownName(definition.name)} />
      </Fact>
    </dl>
  );
}

/** What kind of disk the folder is on, and what is left of it. */
function placeWords({ volume, freeBytes }: ZoneCard): string {
  const kind = words.volumes[volume];
  return freeBytes === null ? kind : `${kind}, ${words.free(freeBytes)}`;
}
