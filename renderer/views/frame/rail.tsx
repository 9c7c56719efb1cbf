import { Activity, Files, type LucideIcon } from 'lucide-react';
import { Link } from 'react-aria-components';

import { accountPage } from '../../../shared/text/account-page.ts';
import { sessionText } from '../../../shared/text/status.ts';
import { words } from '../../../shared/text/words.ts';
import { classes } from '../../components/classes.ts';
import { HiddenText } from '../../components/hidden-text.tsx';
import { Hint } from '../../components/hint.tsx';
import { go, openFiles, useNavigation } from '../../stores/navigation.ts';
import { useSession } from '../../stores/session.ts';
import { BrandMark } from './brand-mark.tsx';
import styles from './rail.module.css';

/** The places of the window, at its left edge. Each later screen adds itself here. */
export function Rail() {
  const screen = useNavigation(state => state.route.screen);
  return (
    <nav className={styles['rail']} aria-label={words.places.label} data-region="places">
      <div className={styles['brand']}>
        <BrandMark />
        <span className={styles['label']}>{words.product}</span>
      </div>
      <ul className={styles['places']}>
        <Place icon={Files} label={words.places.files} isHere={screen === 'files'} onPress={openFiles} />
        <Place
          icon={Activity}
          label={words.places.activity}
          isHere={screen === 'activity'}
          onPress={() => go({ screen: 'activity' })}
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
  readonly onPress: () => void;
}

function Place({ icon: Icon, label, isHere, onPress }: PlaceProps) {
  return (
    <li>
      <Hint text={label} side="right">
        <Link
          className={classes(styles['place'], isHere && styles['here'])}
          onPress={onPress}
          aria-label={label}
          {...(isHere ? { 'aria-current': 'page', 'data-region-start': true } : {})}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles['label']}>{label}</span>
        </Link>
      </Hint>
    </li>
  );
}

function Account() {
  const session = useSession(state => state.value);
  const isHere = useNavigation(state => state.route.screen === 'account');
  if (session === null) return null;
  const text = sessionText(session);
  const initial = session.name === 'ready' ? text.slice(0, 1).toUpperCase() : '–';
  const hint = session.name === 'ready' ? `${text}\n${session.service}` : text;
  return (
    <Hint text={hint} side="right">
      <Link
        className={classes(styles['account'], isHere && styles['here'])}
        onPress={() => go({ screen: 'account' })}
        {...(isHere ? { 'aria-current': 'page' } : {})}
      >
        <span className={styles['initial']} aria-hidden="true">
          {initial}
        </span>
        <HiddenText>{`${accountPage.title}: `}</HiddenText>
        <span className={styles['label']}>{text}</span>
      </Link>
    </Hint>
  );
}
