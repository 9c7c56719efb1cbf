import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { WritingField } from '../../components/fields/writing-field.tsx';
import { askNothing, useOutcome } from '../../state/edit.ts';
import { makeNote } from '../browse/stores/file-actions.ts';
import type { FolderPlace } from '../../state/navigation.ts';

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
