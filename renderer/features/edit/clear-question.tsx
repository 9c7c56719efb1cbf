import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { askNothing, useOutcome } from '../../state/edit.ts';
import { takeOut } from '../browse/stores/file-actions.ts';

/** Says where a file is found that is taken out of its folder, before it is done. */
export function ClearQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const { title, sentence, yes } = questionTexts.clearFolder;
  return (
    <Question
      title={title(questionTexts.names(rows.map(({ name }) => name)))}
      fault={fault}
      yes={yes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => void takeOut(rows).then(failed => (failed === null ? askNothing() : setFault(failed)))}
      onClose={askNothing}
    >
      <p>{sentence}</p>
    </Question>
  );
}
