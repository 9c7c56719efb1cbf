import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { stopMirrorWords as words } from '../../../shared/features/mirrors/text.ts';
import { mirrorName } from '../../state/mirrors.ts';
import { removeMirror } from '../../state/settings.ts';
import { useSyncStatus } from '../../state/sync.ts';
import { AskingDialog } from './asking-dialog.tsx';

/** Stops keeping a folder in step, after saying what stays and what was not sent. */
export function StopFolder({ mirror, onClose }: { readonly mirror: MirrorInfo; readonly onClose: () => void }) {
  const name = mirrorName(mirror);
  const known = useSyncStatus(({ value }) => value?.mirrors.find(({ id }) => id === mirror.id));
  const open = (known?.waiting ?? 0) + (known?.blocked ?? 0);
  return (
    <AskingDialog
      title={words.title(name)}
      confirm={words.confirm}
      isDanger
      onConfirm={() => removeMirror(mirror.id, words.done(name))}
      onClose={onClose}
    >
      <p>{words.text(mirror.local)}</p>
      {open === 0 ? null : <p>{words.unsent(formatCount(open, 'change'))}</p>}
      <p>{words.again}</p>
    </AskingDialog>
  );
}
