import {
  Activity,
  Building2,
  CircleAlert,
  Files,
  Inbox,
  LibraryBig,
  type LucideIcon,
  MessagesSquare,
  Settings,
  Stethoscope,
} from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-aria-components';

import { accountPage } from '../../shared/features/account/window-text.ts';
import { attentionWords } from '../../shared/features/attention/text.ts';
import { chatPlace } from '../../shared/features/chat/place-text.ts';
import { diagnosticsWords } from '../../shared/features/diagnostics/window-text.ts';
import { libraryTexts } from '../../shared/features/library/text.ts';
import { ORGANIZATION_PLACE } from '../../shared/features/organization/place-text.ts';
import { settingsWords } from '../../shared/features/settings/text.ts';
import { sessionText } from '../../shared/features/status/text.ts';
import { shownName } from '../../shared/text/shown-name.ts';
import { words } from '../../shared/text/words.ts';
import { ZONES_PLACE } from '../../shared/features/zones/place-text.ts';
import { classes } from '../components/classes.ts';
import { BrandMark } from '../components/items/brand-mark.tsx';
import { HiddenText } from '../components/feedback/hidden-text.tsx';
import { Hint } from '../components/feedback/hint.tsx';
import { attentionTotal, useAttentionCount } from '../state/attention.ts';
import { useEntrance } from '../features/set-up/stores/entrance.ts';
import { useChatChanges } from '../features/chat/stores/chat-changes.ts';
import {
  goTo,
  isInLibrary,
  openChat,
  openFiles,
  openLibrary,
  openOrganization,
  openZones,
  useNavigation,
} from '../state/navigation.ts';
import { readAccountPage, useAccount } from '../features/account/stores/account.ts';
import { initialsOf } from '../components/items/initials.ts';
import { useSession } from '../state/session.ts';
import styles from './rail.module.css';

/** The places of the window, at its left edge. They come all at once, when it is known which can be used. */
export function Rail() {
  const isKnown = useEntrance() !== 'unknown';
  return (
    <nav className={styles['rail']} aria-label={words.places.label} data-region="places">
      <div className={styles['brand']}>
        <BrandMark />
        <span className={styles['label']}>{words.product}</span>
      </div>
      {isKnown ? <Places /> : null}
    </nav>
  );
}

/** Each later screen adds itself here. */
function Places() {
  const screen = useNavigation(state => (isInLibrary(state.route) ? 'library' : state.route.screen));
  return (
    <>
      <ul className={styles['places']}>
        <Place icon={Files} label={words.places.files} isHere={screen === 'files'} onPress={openFiles} />
        <AttentionPlace isHere={screen === 'attention'} />
        <Place
          icon={Activity}
          label={words.places.activity}
          isHere={screen === 'activity'}
          onPress={() => goTo({ screen: 'activity', tab: 'history' })}
        />
        <Place icon={Inbox} label={ZONES_PLACE} isHere={screen === 'zones'} onPress={() => openZones()} />
        <ChatPlace isHere={screen === 'chat'} />
        <Place icon={LibraryBig} label={libraryTexts.place} isHere={screen === 'library'} onPress={openLibrary} />
      </ul>
      <ul className={styles['foot']}>
        <Place
          icon={Building2}
          label={ORGANIZATION_PLACE}
          isHere={screen === 'organization'}
          onPress={() => openOrganization()}
        />
        <Place
          icon={Settings}
          label={settingsWords.place}
          isHere={screen === 'settings' || screen === 'connections'}
          onPress={() => goTo({ screen: 'settings', section: null })}
        />
        <Place
          icon={Stethoscope}
          label={diagnosticsWords.place}
          isHere={screen === 'diagnostics'}
          onPress={() => goTo({ screen: 'diagnostics', tab: 'health' })}
        />
      </ul>
      <Account />
    </>
  );
}

interface PlaceProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isHere: boolean;
  /** How many things wait there; shown unless it is 0. */
  readonly count?: number;
  /** The count in words. */
  readonly counted?: (count: number) => string;
  readonly onPress: () => void;
}

function AttentionPlace({ isHere }: { readonly isHere: boolean }) {
  const count = useAttentionCount(({ value }) => attentionTotal(value));
  return (
    <Place
      icon={CircleAlert}
      label={attentionWords.place}
      isHere={isHere}
      count={count}
      onPress={() => goTo({ screen: 'attention' })}
    />
  );
}

/** How many replies were not looked at. */
function ChatPlace({ isHere }: { readonly isHere: boolean }) {
  const count = useChatChanges(({ value }) => value?.ready.length ?? 0);
  return (
    <Place
      icon={MessagesSquare}
      label={chatPlace.title}
      isHere={isHere}
      count={count}
      counted={chatPlace.ready}
      onPress={openChat}
    />
  );
}

/** Larger counts are not told apart. */
const MOST_COUNTED = 999;

function Place({ icon: Icon, label, isHere, count = 0, counted = attentionWords.items, onPress }: PlaceProps) {
  return (
    <li>
      <Hint text={label} side="right">
        <Link
          className={classes(styles['place'], isHere && styles['here'])}
          onPress={onPress}
          {...(isHere ? { 'aria-current': 'page', 'data-region-start': true } : {})}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles['label']}>{count === 0 ? label : `${label} `}</span>
          {count === 0 ? null : (
            <>
              <span className={styles['badge']}>{count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</span>
              <HiddenText>{counted(count)}</HiddenText>
            </>
          )}
        </Link>
      </Hint>
    </li>
  );
}

function Account() {
  const session = useSession(state => state.value);
  const isHere = useNavigation(state => state.route.screen === 'account');
  const person = usePerson();
  if (session === null) return null;
  const text = sessionText(session);
  const lines = [person, text, session.name === 'ready' ? session.service : null].filter(line => line !== null);
  return (
    <Hint text={lines.map(shownName).join('\n')} side="right">
      <Link
        className={classes(styles['account'], isHere && styles['here'])}
        onPress={() => goTo({ screen: 'account' })}
        {...(isHere ? { 'aria-current': 'page' } : {})}
      >
        <span className={styles['initial']} aria-hidden="true">
          {person !== null ? initialsOf(person) : session.name === 'ready' ? initialsOf(text).slice(0, 1) : '–'}
        </span>
        <HiddenText>{`${accountPage.title}: `}</HiddenText>
        <span className={styles['who']}>
          {person === null ? null : <strong>{shownName(person)}</strong>}
          <span>{shownName(text)}</span>
        </span>
      </Link>
    </Hint>
  );
}

/** Who is signed in: on a computer that many use, that is the first thing to know. Asked for while it was not told. */
function usePerson(): string | null {
  const session = useSession(state => state.value);
  const info = useAccount(state => state.info);
  const person = session?.name === 'ready' ? (session.person ?? info?.name ?? info?.email ?? null) : null;
  const isUnknown = session?.name === 'ready' && person === null;
  useEffect(() => void (isUnknown ? readAccountPage() : null), [isUnknown]);
  return person;
}
