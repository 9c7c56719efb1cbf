import { useState } from 'react';

import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { words as window } from '../../../shared/text/words.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import {
  changesAnything,
  closeComparison,
  openIn,
  saveMerge,
  startMerging,
  useComparison,
} from '../../stores/versions/comparison.ts';
import { ComparisonBody } from './comparison-body.tsx';
import { CopyPart } from './copy-part.tsx';

/** Two versions of a file beside each other; parts of both can be taken and saved as a version on the current one. */
export function ComparisonSheet() {
  const state = useComparison();
  const [note, setNote] = useState('');
  const { asked, isMerging, fault, saved, hasMoved, isBusy, isBroken, compared } = state;
  if (asked === null) return null;
  const title = isMerging ? words.merging(asked.name) : words.comparing(asked.name);
  return (
    <Dialog
      title={title}
      size="wide"
      isOpen
      isBusy={isBusy && compared !== null}
      onClose={closeComparison}
      buttons={saved === null ? <Buttons note={note} /> : null}
    >
      {hasMoved ? (
        <Notice tone="wait" title={words.movedTitle}>
          {words.moved}
        </Notice>
      ) : null}
      {saved === null ? (
        <>
          <ComparisonBody />
          <div role="alert">
            {fault === null ? null : <FaultNotice fault={fault} saidTitle={window.start.serviceSaid} />}
            {isBroken ? <Notice tone="alert">{words.broken}</Notice> : null}
          </div>
          {isMerging && compared !== null && compared.choosable.length > 0 ? (
            <TextField label={words.note} hint={words.noteHint} value={note} onChange={setNote} maxLength={10_000} />
          ) : null}
        </>
      ) : (
        <>
          <Notice tone="good">{words.saved(asked.name, saved.number)}</Notice>
          {asked.conflict === null ? <Done /> : <CopyPart conflict={asked.conflict} />}
        </>
      )}
    </Dialog>
  );
}

function Done() {
  return (
    <div>
      <Button look="main" isFirst onPress={closeComparison}>
        {words.close}
      </Button>
    </div>
  );
}

/** What can be done with what was compared. */
function Buttons({ note }: { readonly note: string }) {
  const state = useComparison();
  const { asked, isMerging, isBusy, compared } = state;
  const view = compared?.view;
  const canJoin = (view?.kind === 'lines' || view?.kind === 'table') && view.canJoin && view.counts.all > 0;
  const isReady = openIn(state).length === 0 && changesAnything(state);
  return (
    <>
      <Button isFirst onPress={closeComparison}>
        {words.close}
      </Button>
      {asked?.canSave === true && canJoin && !isMerging ? <Button onPress={startMerging}>{words.start}</Button> : null}
      {isMerging && canJoin ? (
        <Button look="main" isDisabled={!isReady || isBusy} onPress={() => void saveMerge(note)}>
          {isBusy ? words.saving : words.save}
        </Button>
      ) : null}
    </>
  );
}
