import { useState } from 'react';

import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { claimTexts } from '../../../shared/features/mirrors/claims-text.ts';
import { folderWords } from '../../../shared/features/settings/text.ts';
import { useReadFirst } from '../../components/overlay/use-reread.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { Choice } from '../../components/fields/checkbox.tsx';
import { addMirror } from '../../state/settings.ts';
import { MODES, useSetUpState } from '../set-up/stores/set-up.ts';
import { AskingDialog } from './asking-dialog.tsx';

const words = folderWords.adding;
const WAYS: readonly MirrorMode[] = ['two-way', 'upload', 'download'];

/** Pairs a folder of the service with one here, both by their names. */
export function AddFolder({ onClose }: { readonly onClose: () => void }) {
  const [remote, setRemote] = useState('');
  const [local, setLocal] = useState('');
  const [mode, setMode] = useState<MirrorMode>(() => MODES[useSetUpState.getState().value?.kind ?? 'own']);
  const [claimed, setClaimed] = useState<string | null>(null);
  const isClaimed = claimed !== null && claimed === local.trim();
  const isRead = useReadFirst(isClaimed);
  return (
    <AskingDialog
      title={words.title}
      confirm={isClaimed ? claimTexts.takeOver : words.confirm}
      busy={words.busy}
      isReady={remote.trim() !== '' && local.trim() !== '' && isRead}
      onConfirm={() => {
        const wanted = { remote: remote.trim(), local: local.trim(), mode, takesOver: isClaimed };
        return addMirror(wanted, () => setClaimed(wanted.local));
      }}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <TextField label={words.remote} hint={words.remoteHint} value={remote} onChange={setRemote} isFirst />
      <TextField label={words.local} hint={words.localHint} value={local} onChange={setLocal} />
      <Choice<MirrorMode>
        label={words.mode}
        value={mode}
        options={WAYS.map(value => ({ value, ...words.modes[value] }))}
        onChange={setMode}
      />
    </AskingDialog>
  );
}
