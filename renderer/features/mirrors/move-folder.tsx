import { useState } from 'react';

import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { folderWords } from '../../../shared/features/settings/text.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { mirrorName } from '../../state/mirrors.ts';
import { moveMirror } from '../../state/settings.ts';
import { AskingDialog } from './asking-dialog.tsx';

const words = folderWords.moving;

/** Goes on with a folder that was moved on this computer. */
export function MoveFolder({ mirror, onClose }: { readonly mirror: MirrorInfo; readonly onClose: () => void }) {
  const [local, setLocal] = useState(mirror.local);
  const name = mirrorName(mirror);
  return (
    <AskingDialog
      title={words.title(name)}
      confirm={words.confirm}
      isReady={local.trim() !== '' && local.trim() !== mirror.local}
      onConfirm={() => moveMirror({ id: mirror.id, name }, local.trim())}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <TextField
        label={folderWords.adding.local}
        hint={folderWords.adding.localHint}
        value={local}
        onChange={setLocal}
        isFirst
      />
    </AskingDialog>
  );
}
