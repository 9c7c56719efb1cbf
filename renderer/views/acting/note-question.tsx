import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { questionTexts } from '../../../shared/text/acting.ts';
import { Question } from '../../components/question.tsx';
import { TextField } from '../../components/text-field.tsx';
import { WritingField } from '../../components/writing-field.tsx';
import { askNothing, useOutcome } from '../../stores/acting.ts';
import { makeNote } from '../../stores/deeds.ts';
import type { FolderPlace } from '../../stores/navigation.ts';

/** Asks for the name and the text of a new note. */
export function NewNoteQuestion({ place, folder }: { readonly place: FolderPlace; readonly folder: string }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const words = questionTexts.newNote;
  const onYes = () => {
    setFault(null);
    void makeNote(place, { name, text }).then(failed => (failed === null ? askNothing() : setFault(failed)));
  };
  return (
    <Question
      title={words.title(folder)}
      fault={fault}
      yes={words.yes}
      canAnswer={name.trim() !== ''}
      isBusy={isBusy}
      isWide
      onYes={onYes}
      onClose={askNothing}
    >
      <TextField label={words.label} value={name} onChange={setName} hint={words.hint} isFirst />
      <WritingField label={words.text} placeholder={words.placeholder} value={text} onChange={setText} />
    </Question>
  );
}
