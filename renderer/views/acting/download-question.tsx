import { useEffect, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/model/file-row.ts';
import { questionTexts } from '../../../shared/text/acting.ts';
import { downloadToTexts as texts } from '../../../shared/text/download-to.ts';
import { Question } from '../../components/question.tsx';
import { TextField } from '../../components/text-field.tsx';
import { askNothing } from '../../stores/acting.ts';
import { checkPlace, downloadTo, usualDownloadPlace } from '../../stores/download-to.ts';

/** Asks where copies go. The page may write nowhere itself, so the place is typed, as that of a mirror is. */
export function DownloadQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  const [folder, setFolder] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // What was typed meanwhile counts.
    void usualDownloadPlace().then(place => setFolder(typed => (typed === '' ? place : typed)));
  }, []);
  const names = questionTexts.names(rows.map(({ name }) => name));
  const onYes = async () => {
    setFault(null);
    setBusy(true);
    const failed = await checkPlace(folder);
    setBusy(false);
    if (failed !== null) return setFault(failed);
    // It may take long: what comes of it is said in the window.
    askNothing();
    void downloadTo(rows, folder);
  };
  return (
    <Question
      title={texts.title(names)}
      fault={fault}
      yes={texts.yes}
      canAnswer={folder.trim() !== ''}
      isBusy={isBusy}
      onYes={() => void onYes()}
      onClose={askNothing}
    >
      <p>{texts.about}</p>
      <TextField label={texts.label} value={folder} onChange={setFolder} hint={texts.hint} isFirst maxLength={4000} />
    </Question>
  );
}
