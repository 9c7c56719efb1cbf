import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { askNothing, useOutcome } from '../../state/edit.ts';
import { makeFolder, makeNote, renameFile } from '../browse/stores/file-actions.ts';
import { makeLibraryFolder, renameLibraryFolder } from '../library/stores/library.ts';
import type { FolderPlace } from '../../state/navigation.ts';
import { WritingField } from '../../components/fields/writing-field.tsx';

/** Asks for the name of a new folder. */
export function NewFolderQuestion({ place, folder }: { readonly place: FolderPlace; readonly folder: string }) {
  const { title, label, yes } = questionTexts.newFolder;
  return (
    <NameQuestion
      title={title(folder)}
      label={label}
      yes={yes}
      first=""
      {...('library' in place ? { hintOf: () => libraryTexts.newFolderHint } : {})}
      answer={name => ('library' in place ? makeLibraryFolder(place.library, name) : makeFolder(place, name))}
    />
  );
}

/** Asks for another name. */
export function RenameQuestion({ row, isInLibrary }: { readonly row: FileRow; readonly isInLibrary: boolean }) {
  const { title, label, yes } = questionTexts.rename;
  const first = row.serviceName ?? row.name;
  return (
    <NameQuestion
      title={title(row.name)}
      label={label}
      yes={yes}
      first={first}
      chosenUntil={row.kind === 'file' ? stemLength(first) : first.length}
      hintOf={name => hintOf(first, name, row.kind)}
      answer={name => (isInLibrary ? renameLibraryFolder(row, name) : renameFile(row, name))}
    />
  );
}

interface NameProps {
  readonly title: string;
  readonly label: string;
  readonly yes: string;
  readonly first: string;
  readonly chosenUntil?: number;
  readonly hintOf?: (name: string) => string | undefined;
  readonly answer: (name: string) => Promise<Fault | null>;
}

function NameQuestion({ title, label, yes, first, chosenUntil, hintOf: hint, answer }: NameProps) {
  const [name, setName] = useState(first);
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const onYes = () => {
    setFault(null);
    void answer(name).then(failed => (failed === null ? askNothing() : setFault(failed)));
  };
  return (
    <Question
      title={title}
      fault={fault}
      yes={yes}
      canAnswer={name.trim() !== '' && name !== first}
      isBusy={isBusy}
      onYes={onYes}
      onClose={askNothing}
    >
      <TextField label={label} value={name} onChange={setName} hint={hint?.(name)} isFirst chosenUntil={chosenUntil} />
    </Question>
  );
}

/** What a person may not expect of a name, before it is given. */
function hintOf(first: string, name: string, kind: FileRow['kind']): string | undefined {
  if (/[/\\]/.test(name)) return questionTexts.rename.slash;
  const changes = kind === 'file' && name.slice(stemLength(name)) !== first.slice(stemLength(first));
  return changes && name.trim() !== '' ? questionTexts.rename.extension : undefined;
}

/** Where the extension begins. */
function stemLength(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}

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
