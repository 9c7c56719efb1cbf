import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { downloadToTexts as texts } from '../../../shared/features/edit/save-copy-text.ts';
import { Question } from '../overlay/question.tsx';
import { LocalFolderField } from './local-folder-field.tsx';
import { useUsualPlace } from '../fields/use-usual-place.ts';

/** Where something is to be saved. */
export interface PlaceQuestionProps {
  readonly title: string;
  readonly about: string;
  /** The folder to begin with; empty when none is known. */
  readonly usual: () => Promise<string>;
  /** What speaks against a folder; null when nothing does. */
  readonly check: (folder: string) => Promise<Fault | null>;
  /** It may take long: the question is put away before. */
  readonly onYes: (folder: string) => void;
  readonly onClose: () => void;
}

/** Asks for a folder of this computer, which is chosen as that of a mirror is. The page may write nowhere itself. */
export function PlaceQuestion({ title, about, usual, check, onYes, onClose }: PlaceQuestionProps) {
  const { folder, setFolder, isProposing } = useUsualPlace(usual);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const answer = async () => {
    setFault(null);
    setBusy(true);
    const failed = await check(folder);
    setBusy(false);
    if (failed !== null) return setFault(failed);
    onClose();
    onYes(folder);
  };
  return (
    <Question
      title={title}
      fault={fault}
      yes={texts.yes}
      canAnswer={folder.trim() !== ''}
      isBusy={isBusy}
      isWide
      onYes={() => void answer()}
      onClose={onClose}
    >
      <p>{about}</p>
      <LocalFolderField
        label={texts.label}
        value={folder}
        onChange={setFolder}
        isReadOnly={isProposing}
        hint={texts.hint}
        isFirst
      />
    </Question>
  );
}
