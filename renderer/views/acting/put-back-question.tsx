import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { storeTexts as TEXTS } from '../../../shared/text/store.ts';
import { Question } from '../../components/question.tsx';
import { askNothing, useOutcome } from '../../stores/acting.ts';
import { putStoredInto } from '../../stores/archive.ts';
import { useMirrors } from '../../stores/mirrors.ts';
import { placeKey, placeOf } from '../../stores/navigation.ts';
import { FolderChoice, folderNamed } from './folder-choice.tsx';

const NOWHERE = placeKey({ base: null });
const HIDDEN: ReadonlySet<string> = new Set();

/** Asks for the folder that a file of the store goes into. */
export function PutBackQuestion({ id, name }: { readonly id: string; readonly name: string }) {
  const [key, setKey] = useState(startingAt);
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const choose = (chosen: string) => {
    setKey(chosen);
    setFault(null);
  };
  const onYes = () => {
    const answer = putStoredInto(id, placeOf(key), folderNamed(key));
    void answer.then(failed => (failed === null ? askNothing() : setFault(failed)));
  };
  return (
    <Question
      title={TEXTS.intoTitle(name)}
      fault={fault}
      yes={TEXTS.intoYes}
      canAnswer={key !== NOWHERE}
      isBusy={isBusy}
      isWide
      onYes={onYes}
      onClose={askNothing}
    >
      <p>{TEXTS.intoHint}</p>
      <FolderChoice label={TEXTS.intoLabel} chosen={key} onChoose={choose} hidden={HIDDEN} />
    </Question>
  );
}

/** The first folder on this computer into which things may be put. */
function startingAt(): string {
  const first = useMirrors.getState().value?.find(({ mode }) => mode !== 'download');
  return first === undefined ? NOWHERE : placeKey({ mirror: first.id, folder: null });
}
