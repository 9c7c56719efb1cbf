import { Ellipsis, FolderSync, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { formatCount, formatMoment } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { folderWords as words, settingsWords } from '../../../shared/features/settings/text.ts';
import { openIn } from '../../../shared/features/status/open-counts.ts';
import { MINUTE } from '../../../shared/units.ts';
import { stopMirrorWords } from '../../../shared/features/mirrors/text.ts';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { PauseMenu } from '../../components/controls/pause-menu.tsx';
import { useNow } from '../../state/clock.ts';
import { askPerson } from '../../state/edit.ts';
import { mirrorName, useMirrors } from '../../state/mirrors.ts';
import { pause, resume, useSyncStatus } from '../../state/sync.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './folders.module.css';
import { RulesSheet } from './rules-sheet.tsx';
import { moveMirror, removeMirror } from '../../state/settings.ts';
import { MovingList } from '../../components/list/moving-list.tsx';
import { LocalFolderField } from '../../components/local-folder/local-folder-field.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';

/** What is asked about a folder. */
type Asking = { readonly what: 'rules' | 'move' | 'stop'; readonly mirror: MirrorInfo } | null;

/** The mirrored folders, with what can be done about each. */
export function Folders() {
  const mirrors = useMirrors(state => state.value) ?? [];
  const [asking, ask] = useState<Asking>(null);
  const close = () => ask(null);
  return (
    <div className={styles['folders']}>
      <p className={layout['softInk']}>{mirrors.length === 0 ? words.none : words.hint}</p>
      <MovingList className={styles['list']}>
        {mirrors.map(mirror => (
          <Folder mirror={mirror} onAsk={what => ask({ what, mirror })} key={mirror.id} />
        ))}
      </MovingList>
      {mirrors.length === 0 ? null : <p className={layout['softInk']}>{words.modeHint}</p>}
      <Button onPress={() => askPerson({ name: 'keep', rows: null })}>{words.add}</Button>
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
    <li className={styles['folder']} data-key={mirror.id}>
      <FolderSync size={18} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['name']}>
          <strong>{shownName(name)}</strong>
          <Chip label={words.modes[mirror.mode]} />
          <Chip
            label={mirror.state === 'active' ? words.standings[mirror.standing] : words.states[mirror.state]}
            tone={mirror.state === 'halted' || mirror.state === 'guarded' ? 'alert' : 'soft'}
          />
        </p>
        <p>{`${words.here}: ${mirror.local}`}</p>
        <p>{`${words.there}: ${mirror.remotePath}`}</p>
        {mirror.reason === null || mirror.state === 'paused' ? null : (
          <p className={layout['ink']}>{inWindow(mirror.reason)}</p>
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
      <span className={layout['softInk']}>{until}</span>
      <Button label={words.resumeFor(name)} onPress={() => void resume(isAllPaused ? null : mirror.id)}>
        <Play size={14} strokeWidth={2} aria-hidden="true" />
        {words.resume}
      </Button>
    </>
  );
}

/** Stops keeping a folder in step, after saying what stays and what was not sent. */
function StopFolder({ mirror, onClose }: { readonly mirror: MirrorInfo; readonly onClose: () => void }) {
  const name = mirrorName(mirror);
  const known = useSyncStatus(({ value }) => value?.mirrors.find(({ id }) => id === mirror.id));
  const { all: open } = openIn(known === undefined ? [] : [known]);
  return (
    <AskingDialog
      title={stopMirrorWords.title(name)}
      confirm={stopMirrorWords.confirm}
      isDanger
      onConfirm={() => removeMirror(mirror.id, stopMirrorWords.done(name))}
      onClose={onClose}
    >
      <p>{stopMirrorWords.text(mirror.local)}</p>
      {open === 0 ? null : <p>{stopMirrorWords.unsent(formatCount(open, 'change'))}</p>}
      <p>{stopMirrorWords.again}</p>
    </AskingDialog>
  );
}

const moveFolderWords = words.moving;

/** Goes on with a folder that was moved on this computer. */
function MoveFolder({ mirror, onClose }: { readonly mirror: MirrorInfo; readonly onClose: () => void }) {
  const [local, setLocal] = useState(mirror.local);
  const name = mirrorName(mirror);
  return (
    <AskingDialog
      title={moveFolderWords.title(name)}
      confirm={moveFolderWords.confirm}
      isWide
      isReady={local.trim() !== '' && local.trim() !== mirror.local}
      onConfirm={() => moveMirror({ id: mirror.id, name }, local.trim())}
      onClose={onClose}
    >
      <p>{moveFolderWords.text}</p>
      <LocalFolderField
        label={words.adding.local}
        hint={words.adding.localHint}
        value={local}
        onChange={setLocal}
        isFirst
      />
    </AskingDialog>
  );
}

/** A question with one answer that does something. What stops it is said in the dialog, which stays open. */
function AskingDialog(props: {
  readonly title: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isWide?: boolean;
  readonly isReady?: boolean;
  readonly onConfirm: () => Promise<Fault | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, confirm, isDanger = false, isWide = false, isReady = true, onConfirm, onClose, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const carryOut = async () => {
    setBusy(true);
    const failed = await onConfirm();
    setBusy(false);
    setFault(failed);
    if (failed === null) onClose();
  };
  return (
    <Dialog
      title={title}
      role={isDanger ? 'alertdialog' : 'dialog'}
      size={isWide ? 'plain' : 'small'}
      isOpen
      onClose={onClose}
      onSubmit={() => (isBusy || !isReady ? undefined : void carryOut())}
      buttons={
        <>
          <Button isFirst={isDanger} onPress={onClose}>
            {settingsWords.cancel}
          </Button>
          <Button look={isDanger ? 'danger' : 'main'} type="submit" isDisabled={isBusy || !isReady}>
            {confirm}
          </Button>
        </>
      }
    >
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={settingsWords.serviceSaid} />}
      {children}
    </Dialog>
  );
}
