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
import { shown } from '../../shared/text/shown-name.ts';
import { words } from '../../shared/text/words.ts';
import { ZONES_PLACE } from '../../shared/features/zones/place-text.ts';
import { classes } from '../components/classes.ts';
import { HiddenText } from '../components/feedback/hidden-text.tsx';
import { Hint } from '../components/feedback/hint.tsx';
import { attentionTotal, useAttentionCount } from '../state/attention.ts';
import { useChatChanges } from '../features/chat/stores/chat-changes.ts';
import {
  go,
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

/** The places of the window, at its left edge. Each later screen adds itself here. */
export function Rail() {
  const screen = useNavigation(state => (isInLibrary(state.route) ? 'library' : state.route.screen));
  return (
    <nav className={styles['rail']} aria-label={words.places.label} data-region="places">
      <div className={styles['brand']}>
        <BrandMark />
        <span className={styles['label']}>{words.product}</span>
      </div>
      <ul className={styles['places']}>
        <Place icon={Files} label={words.places.files} isHere={screen === 'files'} onPress={openFiles} />
        <AttentionPlace isHere={screen === 'attention'} />
        <Place
          icon={Activity}
          label={words.places.activity}
          isHere={screen === 'activity'}
          onPress={() => go({ screen: 'activity', tab: 'history' })}
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
          onPress={() => go({ screen: 'settings', section: null })}
        />
        <Place
          icon={Stethoscope}
          label={diagnosticsWords.place}
          isHere={screen === 'diagnostics'}
          onPress={() => go({ screen: 'diagnostics', tab: 'health' })}
        />
      </ul>
      <Account />
    </nav>
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
      onPress={() => go({ screen: 'attention' })}
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
    <Hint text={lines.map(shown).join('\n')} side="right">
      <Link
        className={classes(styles['account'], isHere && styles['here'])}
        onPress={() => go({ screen: 'account' })}
        {...(isHere ? { 'aria-current': 'page' } : {})}
      >
        <span className={styles['initial']} aria-hidden="true">
          {person !== null ? initialsOf(person) : session.name === 'ready' ? initialsOf(text).slice(0, 1) : '–'}
        </span>
        <HiddenText>{`${accountPage.title}: `}</HiddenText>
        <span className={styles['who']}>
          {person === null ? null : <strong>{shown(person)}</strong>}
          <span>{shown(text)}</span>
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

/** A flask on a bench. Only a picture: the name stands beside it. */
function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" fill="none" aria-hidden="true" strokeLinecap="round">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g stroke="var(--on-accent)" strokeWidth="2.2" strokeLinejoin="round">
        <path d="M7 20.5h18M10.5 20.5v4.5M21.5 20.5v4.5" />
        <path d="M13.2 7.2h5.6M14.4 7.4v3.6l-3 6.2h9.2l-3-6.2V7.4" opacity="0.75" />
      </g>
    </svg>
  );
}
