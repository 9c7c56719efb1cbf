import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/model/file-row.ts';
import { questionTexts } from '../../../shared/text/acting.ts';
import { Question } from '../../components/question.tsx';
import { askNothing, useOutcome } from '../../stores/acting.ts';
import { takeOut } from '../../stores/deeds.ts';

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
