import { useEffect, useState } from 'react';

import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { readUnsent, useAccount } from '../account/stores/account.ts';
import { beginTool, useFindings } from './stores/diagnostics.ts';
import { mirrorName } from '../../state/mirrors.ts';
import { useSyncStatus } from '../../state/sync.ts';

const words = diagnosticsWords.tools.asking;

/** Asks before the record of a folder is rebuilt: what it does, what it keeps, what it costs. */
export function RenewQuestion({ mirror, onClose }: { readonly mirror: MirrorInfo; readonly onClose: () => void }) {
  const fault = useFindings(state => state.fault);
  const unsent = useAccount(state => state.unsent);
  const files = useSyncStatus(({ value }) => value?.mirrors.find(({ id }) => id === mirror.id)?.files ?? 0);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void readUnsent(), []);
  const mine = unsent?.items.filter(each => each.mirror === mirror.id).length ?? 0;
  const onYes = async () => {
    setBusy(true);
    await beginTool('renew', mirror.id);
    setBusy(false);
    if (useFindings.getState().fault === null) onClose();
  };
  return (
    <Question
      title={words.title(mirrorName(mirror))}
      fault={fault}
      yes={words.yes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      isWide
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{words.what}</p>
      <p>{words.safe}</p>
      <p>{words.price}</p>
      {mine === 0 ? null : <p>{words.unsent(mine)}</p>}
      <p>{words.time(files)}</p>
    </Question>
  );
}
