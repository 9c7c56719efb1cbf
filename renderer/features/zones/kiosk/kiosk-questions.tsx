import { useState } from 'react';

import type { ZoneCard } from '../../../../shared/features/zones/model.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../../shared/features/zones/window-text.ts';
import { Question } from '../../../components/overlay/question.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { stayInBigView, unlockBigView, useBigView } from '../stores/big-view.ts';
import { sayOfNext, useZones } from '../stores/cards.ts';

const words = zonesWords.big;

/** Asks what the next runs are called, and who runs them. */
export function NextRuns({ card, onClose }: { readonly card: ZoneCard; readonly onClose: () => void }) {
  const { busy, fault } = useZones();
  const [label, setLabel] = useState(card.next?.label ?? '');
  const [operator, setOperator] = useState(card.next?.operator ?? '');
  return (
    <Question
      title={words.sayTitle(shown(card.definition.name))}
      yes={words.sayYes}
      canAnswer
      isBusy={busy.has(`next ${card.id}`)}
      fault={fault}
      onYes={() => void sayOfNext(card, { label, operator }).then(isDone => (isDone ? onClose() : undefined))}
      onClose={onClose}
    >
      <p>{words.sayAbout}</p>
      <TextField label={words.label} hint={words.labelHint} value={label} onChange={setLabel} maxLength={100} isFirst />
      <TextField label={words.operator} value={operator} onChange={setOperator} maxLength={200} />
    </Question>
  );
}

/** Asks for the PIN that leads out of the big view. */
export function LeaveWithPin() {
  const { isChecking, wasWrong, fault } = useBigView();
  const [pin, setPin] = useState('');
  return (
    <Question
      title={words.pinTitle}
      yes={words.leave}
      canAnswer={pin !== ''}
      isBusy={isChecking}
      fault={fault}
      onYes={() => void unlockBigView(pin)}
      onClose={stayInBigView}
    >
      <p>{words.pinAbout}</p>
      <TextField
        kind="secret"
        label={words.pin}
        value={pin}
        error={wasWrong ? words.pinWrong : null}
        onChange={setPin}
        maxLength={50}
        isFirst
      />
    </Question>
  );
}
