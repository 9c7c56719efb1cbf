import { useState } from 'react';

import type { ZoneRun } from '../../../shared/features/zones/model.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { useZones } from './stores/cards.ts';
import { setOperator } from './stores/runs.ts';

const words = zonesWords.run;

/** Asks who ran a run. */
export function NameOperator({ run, onClose }: { readonly run: ZoneRun; readonly onClose: () => void }) {
  const { busy, fault } = useZones();
  const [typed, type] = useState(run.operator ?? '');
  return (
    <Question
      title={words.nameTitle(shown(run.name))}
      yes={words.nameYes}
      canAnswer
      isBusy={busy.has(`operator ${run.id}`)}
      fault={fault}
      onYes={() => void setOperator(run, typed).then(isDone => (isDone ? onClose() : undefined))}
      onClose={onClose}
    >
      <p>{words.nameAbout}</p>
      <TextField label={words.fact.operator} value={typed} onChange={type} maxLength={200} isFirst />
    </Question>
  );
}
