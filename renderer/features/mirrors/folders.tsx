import { Ellipsis, FolderSync, Play } from 'lucide-react';
import { useState } from 'react';

import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { formatMoment } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { folderWords as words } from '../../../shared/features/settings/text.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { PauseMenu } from '../../components/controls/pause-menu.tsx';
import { useNow } from '../../state/clock.ts';
import { mirrorName, useMirrors } from '../../state/mirrors.ts';
import { pause, resume, useSyncStatus } from '../../state/sync.ts';
import { AddFolder } from './add-folder.tsx';
import styles from './folders.module.css';
import { MoveFolder } from './move-folder.tsx';
import { RulesSheet } from './rules-sheet.tsx';
import { StopFolder } from './stop-folder.tsx';

/** What is asked about a folder. */
type Asking =
  | { readonly what: 'rules' | 'move' | 'stop'; readonly mirror: MirrorInfo }
  | { readonly what: 'add' }
  | null;

/** The mirrored folders, with what can be done about each. */
export function Folders() {
  const mirrors = useMirrors(state => state.value) ?? [];
  const [asking, ask] = useState<Asking>(null);
  const close = () => ask(null);
  return (
    <div className={styles['folders']}>
      <p className={styles['hint']}>{mirrors.length === 0 ? words.none : words.hint}</p>
      <ul className={styles['list']}>
        {mirrors.map(mirror => (
          <Folder mirror={mirror} onAsk={what => ask({ what, mirror })} key={mirror.id} />
        ))}
      </ul>
      {mirrors.length === 0 ? null : <p className={styles['hint']}>{words.modeHint}</p>}
      <Button onPress={() => ask({ what: 'add' })}>{words.add}</Button>
      {asking?.what === 'add' ? <AddFolder onClose={close} /> : null}
      {asking?.what === 'rules' ? <RulesSheet mirror={asking.mirror} onClose={close} /> : null}
      {asking?.what === 'move' ? <MoveFolder mirror={asking.mirror} onClose={close} /> : null}
      {asking?.what === 'stop' ? <StopFolder mirror={asking.mirror} onClose={close} /> : null}
    </div>
  );
}

function Folder(props: { readonly mirror: MirrorInfo; readonly onAsk: (what: 'rules' | 'move' | 'stop') => void }) {
  const { mirror, onAsk } = props;
  const name = mirrorName(mirror);
  return (
    <li className={styles['folder']}>
      <FolderSync size={18} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['name']}>
          <strong>{name}</strong>
          <Chip label={words.modes[mirror.mode]} />
          <Chip
            label={mirror.state === 'active' ? words.standings[mirror.standing] : words.states[mirror.state]}
            tone={mirror.state === 'halted' || mirror.state === 'guarded' ? 'alert' : 'soft'}
          />
        </p>
        <p>{`${words.here}: ${mirror.local}`}</p>
        <p>{`${words.there}: ${mirror.remotePath}`}</p>
        {mirror.reason === null || mirror.state === 'paused' ? null : (
          <p className={styles['reason']}>{inWindow(mirror.reason)}</p>
        )}
      </div>
      <div className={styles['actions']}>
        <PauseOrResume mirror={mirror} name={name} />
        <Button onPress={() => onAsk('rules')}>{words.rules}</Button>
        <Menu
          label={words.more(name)}
          lines={[
            { id: 'move', label: words.move, onPress: () => onAsk('move') },
            null,
            { id: 'stop', label: words.stop, isDanger: true, onPress: () => onAsk('stop') },
          ]}
          button={
            <Button look="icon" label={words.more(name)} onPress={() => undefined}>
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          }
        />
      </div>
    </li>
  );
}

function PauseOrResume({ mirror, name }: { readonly mirror: MirrorInfo; readonly name: string }) {
  const paused = useSyncStatus(({ value }) => value?.mirrors.find(({ id }) => id === mirror.id)?.pause ?? null);
  const isAllPaused = useSyncStatus(({ value }) => (value?.pause ?? null) !== null);
  const nowMs = useNow(MINUTE);
  if (paused === null)
    return (
      <PauseMenu text={words.pause} label={words.pauseFor(name)} onPause={until => void pause(mirror.id, until)} />
    );
  const until = paused.until === null ? words.paused : words.pausedUntil(formatMoment(Date.parse(paused.until), nowMs));
  return (
    <>
      <span className={styles['hint']}>{until}</span>
      <Button label={words.resumeFor(name)} onPress={() => void resume(isAllPaused ? null : mirror.id)}>
        <Play size={14} strokeWidth={2} aria-hidden="true" />
        {words.resume}
      </Button>
    </>
  );
}
