import { useEffect, useState } from 'react';

import { type Fault, toFault } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { libraryTexts, publishTexts as texts } from '../../../shared/features/library/text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { askNothing, useOutcome } from '../../state/edit.ts';
import { publish, readersOfLibrary, removeLibraryFolder, withdraw } from './stores/library.ts';
import { placeKey, placeOf } from '../../state/navigation.ts';
import { FolderChoice } from '../edit/choices/folder-choice.tsx';

const TOP = placeKey({ library: null });
const HIDDEN: ReadonlySet<string> = new Set();

interface AskedAbout {
  readonly rows: readonly FileRow[];
}

/** Says who will be able to read files, and asks where in the library they go. */
export function PublishQuestion({ rows }: AskedAbout) {
  const [key, setKey] = useState(TOP);
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const [readers, setReaders] = useState<string | null>(null);
  useEffect(() => void readersOfLibrary().then(setReaders, error => setFault(toFault(error))), []);
  const place = placeOf(key);
  const folder = 'library' in place ? place.library : null;
  return (
    <Question
      title={texts.title(namesOf(rows))}
      fault={fault}
      yes={texts.yes}
      canAnswer={readers !== null}
      isBusy={isBusy}
      isWide
      onYes={() => void publish(rows, folder).then(failed => (failed === null ? askNothing() : setFault(failed)))}
      onClose={askNothing}
    >
      <p aria-live="polite">{readers ?? (fault === null ? texts.readersUnread : null)}</p>
      <FolderChoice label={texts.label} chosen={key} onChoose={setKey} hidden={HIDDEN} opened={TOP} isLibrary />
    </Question>
  );
}

/** Says what becomes of who reads files, before they are taken out of the library. */
export function WithdrawQuestion({ rows }: AskedAbout) {
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  return (
    <Question
      title={texts.withdrawTitle(namesOf(rows))}
      fault={fault}
      yes={texts.withdrawYes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => void withdraw(rows).then(failed => (failed === null ? askNothing() : setFault(failed)))}
      onClose={askNothing}
    >
      <p>{texts.withdrawBody}</p>
    </Question>
  );
}

function namesOf(rows: readonly FileRow[]): string {
  return questionTexts.names(rows.map(({ name }) => name));
}

/** Says what becomes of the files, before a folder of the library is removed. */
export function RemoveLibraryFolderQuestion({ row }: { readonly row: FileRow }) {
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  return (
    <Question
      title={libraryTexts.removeTitle(row.name)}
      fault={fault}
      yes={libraryTexts.removeDo}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => void removeLibraryFolder(row).then(failed => (failed === null ? askNothing() : setFault(failed)))}
      onClose={askNothing}
    >
      <p>{libraryTexts.removeBody}</p>
    </Question>
  );
}
