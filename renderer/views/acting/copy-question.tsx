import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/model/file-row.ts';
import { questionTexts } from '../../../shared/text/acting.ts';
import { copyTexts as texts } from '../../../shared/text/library.ts';
import { Question } from '../../components/question.tsx';
import { askNothing, useOutcome } from '../../stores/acting.ts';
import { copyInto } from '../../stores/library.ts';
import { useMirrors } from '../../stores/mirrors.ts';
import { placeKey, placeOf } from '../../stores/navigation.ts';
import { FolderChoice, folderNamed } from './folder-choice.tsx';

const NOWHERE = placeKey({ base: null });
const HIDDEN: ReadonlySet<string> = new Set();

/** Asks for the folder that files are copied into at the service. */
export function CopyQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  const [key, setKey] = useState(startingAt);
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const choose = (chosen: string) => {
    setKey(chosen);
    setFault(null);
  };
  const onYes = () => {
    const answer = copyInto(rows, placeOf(key), folderNamed(key));
    void answer.then(failed => (failed === null ? askNothing() : setFault(failed)));
  };
  return (
    <Question
      title={texts.title(questionTexts.names(rows.map(({ name }) => name)))}
      fault={fault}
      yes={texts.yes}
      canAnswer={key !== NOWHERE}
      isBusy={isBusy}
      isWide
      onYes={onYes}
      onClose={askNothing}
    >
      <p>{texts.hint}</p>
      <FolderChoice label={texts.label} chosen={key} onChoose={choose} hidden={HIDDEN} />
    </Question>
  );
}

/** The first folder on this computer into which things may be put. */
function startingAt(): string {
  const first = useMirrors.getState().value?.find(({ mode }) => mode !== 'download');
  return first === undefined ? NOWHERE : placeKey({ mirror: first.id, folder: null });
}
