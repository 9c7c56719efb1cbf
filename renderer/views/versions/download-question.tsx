import { useEffect, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { VersionRow } from '../../../shared/model/versions.ts';
import { downloadToTexts as texts } from '../../../shared/text/download-to.ts';
import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { Question } from '../../components/question.tsx';
import { TextField } from '../../components/text-field.tsx';
import { checkPlace, usualDownloadPlace } from '../../stores/download-to.ts';
import { downloadVersion, useVersions } from '../../stores/versions/history.ts';

/** Asks where the copy of a version goes. */
export function DownloadVersionQuestion({ row, onClose }: { readonly row: VersionRow; readonly onClose: () => void }) {
  const name = useVersions(state => state.name);
  const [folder, setFolder] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // What was typed meanwhile counts.
    void usualDownloadPlace().then(place => setFolder(typed => (typed === '' ? place : typed)));
  }, []);
  const onYes = async () => {
    setFault(null);
    setBusy(true);
    const failed = await checkPlace(folder);
    setBusy(false);
    if (failed !== null) return setFault(failed);
    onClose();
    void downloadVersion(row.ref, folder);
  };
  return (
    <Question
      title={words.downloading.title(words.label(row), name)}
      fault={fault}
      yes={texts.yes}
      canAnswer={folder.trim() !== ''}
      isBusy={isBusy}
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{words.downloading.about}</p>
      <TextField label={texts.label} value={folder} onChange={setFolder} hint={texts.hint} isFirst maxLength={4000} />
    </Question>
  );
}
