import type { EngineStatus, MirrorStatus } from '../../../shared/features/status/model.ts';
import { accountPage } from '../../../shared/features/account/window-text.ts';
import { formatAgo, formatMoment } from '../../../shared/text/format.ts';
import { stateSentence } from '../../../shared/features/status/text.ts';
import { folderWords } from '../../../shared/features/settings/text.ts';
import { words } from '../../../shared/text/words.ts';
import { SECOND } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PauseMenu } from '../../components/controls/pause-menu.tsx';
import { useNow } from '../../state/clock.ts';
import { useMirrorName } from '../../state/mirrors.ts';
import { goTo } from '../../state/navigation.ts';
import { checkNow, pause, resume } from '../../state/sync.ts';
import styles from './status-panel.module.css';
import layout from '../../components/layout/layout.module.css';

/** States that a sign-in ends. */
const NEEDS_SIGN_IN: ReadonlySet<string> = new Set(['signedOut', 'accessEnded']);

/** States that have a cause to tell. */
const TROUBLED: ReadonlySet<string> = new Set(['offline', 'overdue']);

/** The state in a sentence, each mirror in a line, and what can be done about it. */
export function StatusPanel({ status, onLeave }: { readonly status: EngineStatus; readonly onLeave: () => void }) {
  const showActivity = () => {
    goTo({ screen: 'activity', tab: 'now' });
    onLeave();
  };
  const signIn = () => {
    goTo({ screen: 'start' });
    onLeave();
  };
  // Nothing goes on that could be paused.
  const isOut = NEEDS_SIGN_IN.has(status.state);
  return (
    <div className={styles['panel']}>
      <p className={styles['sentence']}>{stateSentence(status)}</p>
      {!TROUBLED.has(status.state) || status.trouble === null || status.trouble === undefined ? null : (
        <Notice tone="wait" title={status.trouble.title}>
          <span dir="auto">{status.trouble.text}</span>
        </Notice>
      )}
      {isOut ? (
        <Button look="main" onPress={signIn}>
          {accountPage.signIn}
        </Button>
      ) : null}
      <ul className={styles['mirrors']}>
        {status.mirrors.map(mirror => (
          <MirrorLine mirror={mirror} isAllPaused={isOut || status.pause !== null} key={mirror.id} />
        ))}
      </ul>
      <div className={layout['buttons']}>
        {isOut ? null : <Button onPress={() => void checkNow()}>{words.status.checkNow}</Button>}
        {isOut ? null : status.pause !== null && status.pause.why === 'person' ? (
          <Button onPress={() => void resume(null)}>{words.status.resume}</Button>
        ) : (
          <PauseMenu text={words.status.pause} label={words.status.pause} onPause={until => void pause(null, until)} />
        )}
        <Button look="quiet" onPress={showActivity}>
          {words.status.activity}
        </Button>
      </div>
    </div>
  );
}

function MirrorLine(props: { readonly mirror: MirrorStatus; readonly isAllPaused: boolean }) {
  const { mirror, isAllPaused } = props;
  const name = useMirrorName(mirror.id);
  const nowMs = useNow(SECOND);
  const counts = [
    mirror.standing === 'in-step' || mirror.standing === 'open'
      ? words.status.inStep(mirror.files)
      : words.status.sameThen(mirror.files),
    ...(mirror.waiting > 0 ? [words.status.waiting(mirror.waiting)] : []),
    ...(mirror.held > 0 ? [words.status.held(mirror.held)] : []),
    ...(mirror.blocked > 0 ? [words.status.blocked(mirror.blocked)] : []),
    ...(mirror.conflicted > 0 ? [words.status.conflicted(mirror.conflicted)] : []),
  ];
  const checked = mirror.checkedAt === null ? null : formatAgo(Date.parse(mirror.checkedAt), nowMs);
  return (
    <li className={styles['mirror']}>
      <strong>{name}</strong>
      <span className={layout['faint']}>
        {checked === null ? words.files.neverChecked : words.files.checked(checked)}
      </span>
      <span className={styles['counts']}>{counts.join(' · ')}</span>
      {isAllPaused ? null : <MirrorPause mirror={mirror} name={name} />}
    </li>
  );
}

/** Pauses or resumes one folder by itself. */
function MirrorPause({ mirror, name }: { readonly mirror: MirrorStatus; readonly name: string }) {
  const nowMs = useNow(SECOND);
  const { pause: paused } = mirror;
  if (paused === null)
    return (
      <span className={styles['own']}>
        <PauseMenu
          look="quiet"
          text={folderWords.pause}
          label={folderWords.pauseFor(name)}
          onPause={until => void pause(mirror.id, until)}
        />
      </span>
    );
  return (
    <span className={styles['own']}>
      {paused.until === null
        ? folderWords.paused
        : folderWords.pausedUntil(formatMoment(Date.parse(paused.until), nowMs))}{' '}
      <Button look="quiet" label={folderWords.resumeFor(name)} onPress={() => void resume(mirror.id)}>
        {folderWords.resume}
      </Button>
    </span>
  );
}
