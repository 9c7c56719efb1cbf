import type { EngineStatus, MirrorStatus } from '../../../shared/model/sync.ts';
import { accountPage } from '../../../shared/text/account-page.ts';
import { formatAgo } from '../../../shared/text/format.ts';
import { STATE_SENTENCES } from '../../../shared/text/status.ts';
import { commands, words } from '../../../shared/text/words.ts';
import { SECOND } from '../../../shared/units.ts';
import { Button } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { useNow } from '../../stores/clock.ts';
import { mirrorName, useMirrors } from '../../stores/mirrors.ts';
import { go } from '../../stores/navigation.ts';
import { checkNow, pauseOrResume } from '../../stores/sync.ts';
import styles from './status-panel.module.css';

/** What to type for a state that this window cannot end yet. */
const COMMANDS: { readonly [state: string]: readonly [string, string] } = {
  attention: [words.status.commandsFor.attention, commands.status],
  guard: [words.status.commandsFor.guard, commands.guards],
};

/** States that a sign-in ends. */
const NEEDS_SIGN_IN: ReadonlySet<string> = new Set(['signedOut', 'accessEnded']);

/** The state in a sentence, each mirror in a line, and what can be done about it. */
export function StatusPanel({ status, onLeave }: { readonly status: EngineStatus; readonly onLeave: () => void }) {
  const showActivity = () => {
    go({ screen: 'activity' });
    onLeave();
  };
  const signIn = () => {
    go({ screen: 'start' });
    onLeave();
  };
  return (
    <div className={styles['panel']}>
      <p className={styles['sentence']}>{STATE_SENTENCES[status.state]}</p>
      <Remedy state={status.state} />
      {NEEDS_SIGN_IN.has(status.state) ? (
        <Button look="main" onPress={signIn}>
          {accountPage.signIn}
        </Button>
      ) : null}
      <ul className={styles['mirrors']}>
        {status.mirrors.map(mirror => (
          <MirrorLine mirror={mirror} key={mirror.id} />
        ))}
      </ul>
      <div className={styles['buttons']}>
        <Button onPress={() => void checkNow()}>{words.status.checkNow}</Button>
        <Button onPress={() => void pauseOrResume()}>
          {status.state === 'paused' ? words.status.resume : words.status.pause}
        </Button>
        <Button look="quiet" onPress={showActivity}>
          {words.status.activity}
        </Button>
      </div>
    </div>
  );
}

function Remedy({ state }: { readonly state: string }) {
  const remedy = COMMANDS[state];
  if (remedy === undefined) return null;
  return (
    <div className={styles['remedy']}>
      <span>{remedy[0]}</span>
      <CommandLine command={remedy[1]} copy={words.start.copy} copied={words.start.copied} />
    </div>
  );
}

function MirrorLine({ mirror }: { readonly mirror: MirrorStatus }) {
  const known = useMirrors(state => state.value?.find(each => each.id === mirror.id));
  const nowMs = useNow(SECOND);
  const counts = [
    words.status.inStep(mirror.files),
    ...(mirror.waiting > 0 ? [words.status.waiting(mirror.waiting)] : []),
    ...(mirror.held > 0 ? [words.status.held(mirror.held)] : []),
    ...(mirror.blocked > 0 ? [words.status.blocked(mirror.blocked)] : []),
    ...(mirror.conflicted > 0 ? [words.status.conflicted(mirror.conflicted)] : []),
  ];
  const checked = mirror.checkedAt === null ? null : formatAgo(Date.parse(mirror.checkedAt), nowMs);
  return (
    <li className={styles['mirror']}>
      <strong>{known === undefined ? mirror.id : mirrorName(known)}</strong>
      <span className={styles['checked']}>
        {checked === null ? words.files.neverChecked : words.files.checked(checked)}
      </span>
      <span className={styles['counts']}>{counts.join(' · ')}</span>
    </li>
  );
}
