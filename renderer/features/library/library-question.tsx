import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { libraryTexts as texts } from '../../../shared/features/library/text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { askNothing, useOutcome } from '../../state/edit.ts';
import { removeLibraryFolder } from './stores/library.ts';

/** Says what becomes of the files, before a folder of the library is removed. */
export function RemoveLibraryFolderQuestion({ row }: { readonly row: FileRow }) {
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  return (
    <Question
      title={texts.removeTitle(row.name)}
      fault={fault}
      yes={texts.removeDo}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => void removeLibraryFolder(row).then(failed => (failed === null ? askNothing() : setFault(failed)))}
      onClose={askNothing}
    >
      <p>{texts.removeBody}</p>
    </Question>
  );
}
