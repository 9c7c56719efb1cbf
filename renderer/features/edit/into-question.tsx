import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { Question } from '../../components/overlay/question.tsx';
import { askNothing, useOutcome } from '../../state/edit.ts';
import { placeKey, placeOf } from '../../state/navigation.ts';
import { FolderChoice, folderNamed } from './choices/folder-choice.tsx';

/** No folder was chosen yet: where something goes is a person's decision. */
const UNCHOSEN = '';
/** All folders of the service together are no folder. */
const NOWHERE = placeKey({ base: null });
const HIDDEN: ReadonlySet<string> = new Set();

/** What is asked, in words. */
interface IntoQuestionProps {
  readonly title: string;
  readonly hint: string;
  readonly label: string;
  readonly yes: string;
  /** Puts it there; a fault leaves the question open. */
  readonly onInto: (to: FolderPlace, name: string) => Promise<Fault | null>;
}

/** Asks for the folder that something goes into. */
export function IntoQuestion({ title, hint, label, yes, onInto }: IntoQuestionProps) {
  const [key, setKey] = useState(UNCHOSEN);
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const choose = (chosen: string) => {
    setKey(chosen);
    setFault(null);
  };
  const onYes = () => {
    const answer = onInto(placeOf(key), folderNamed(key));
    void answer.then(failed => (failed === null ? askNothing() : setFault(failed)));
  };
  return (
    <Question
      title={title}
      fault={fault}
      yes={yes}
      canAnswer={key !== UNCHOSEN && key !== NOWHERE}
      isBusy={isBusy}
      isWide
      onYes={onYes}
      onClose={askNothing}
    >
      <p>{hint}</p>
      <FolderChoice label={label} chosen={key} onChoose={choose} hidden={HIDDEN} />
    </Question>
  );
}
