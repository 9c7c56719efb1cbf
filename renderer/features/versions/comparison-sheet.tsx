import { useState } from 'react';

import type { WorkingCopy } from '../../../shared/features/chat/files-model.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { words as general } from '../../../shared/text/words.ts';
import { copyWindow } from '../../../shared/features/chat/working-copies-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { ask } from '../../state/edit.ts';
import {
  changesAnything,
  closeComparison,
  openIn,
  saveMerge,
  startMerging,
  useComparison,
} from './stores/comparison.ts';
import { ComparisonBody } from './parts/comparison-body.tsx';
import { CopyPart } from './parts/copy-part.tsx';
import { LeaveQuestion } from './leave-question.tsx';

/** Two versions of a file beside each other; parts of both can be taken and saved as a version on the current one. */
export function ComparisonSheet() {
  const state = useComparison();
  const [note, setNote] = useState('');
  const [isLeaving, setLeaving] = useState(false);
  const { asked, isMerging, fault, saved, hasMoved, isBusy, isBroken, compared, choices } = state;
  if (asked === null) return null;
  const isAtStake = choices.size > 0 && saved === null;
  const close = () => (isAtStake ? setLeaving(true) : closeComparison());
  const title = isMerging ? words.merging(asked.name) : words.comparing(asked.name);
  return (
    <Dialog
      title={title}
      size="wide"
      isOpen
      isBusy={isBusy && compared !== null}
      onClose={close}
      buttons={saved === null ? <Buttons note={note} onClose={close} /> : null}
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
            {fault === null ? null : <FaultNotice fault={fault} saidTitle={general.start.serviceSaid} />}
            {fault !== null && compared !== null && isMerging ? <p>{words.keptText}</p> : null}
            {isBroken ? <Notice tone="alert">{words.broken}</Notice> : null}
          </div>
          {isMerging && compared !== null && compared.origins.size > 0 ? (
            <TextField label={words.note} hint={words.noteHint} value={note} onChange={setNote} maxLength={10_000} />
          ) : null}
        </>
      ) : (
        <>
          <Notice tone="good">{words.saved(asked.name, saved.number)}</Notice>
          {asked.conflict === null && asked.mine.version === 'local' ? <p>{words.localStays}</p> : null}
          {asked.conflict === null ? <Done /> : <CopyPart conflict={asked.conflict} />}
        </>
      )}
      {isLeaving ? <LeaveQuestion onLeave={closeComparison} onStay={() => setLeaving(false)} /> : null}
    </Dialog>
  );
}

/** What was compared is what is committed. */
function CommitButton({ copy }: { readonly copy: WorkingCopy }) {
  return (
    <Button look="main" onPress={() => ask({ name: 'commitCopy', copy })}>
      {copyWindow.commit}
    </Button>
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
function Buttons({ note, onClose }: { readonly note: string; readonly onClose: () => void }) {
  const state = useComparison();
  const { asked, isMerging, isBusy, compared } = state;
  const view = compared?.view;
  const canJoin = (view?.kind === 'lines' || view?.kind === 'table') && view.canJoin && view.counts.all > 0;
  const isReady = openIn(state).length === 0 && changesAnything(state);
  return (
    <>
      <Button isFirst onPress={onClose}>
        {words.close}
      </Button>
      {asked?.canSave === true && canJoin && !isMerging ? <Button onPress={startMerging}>{words.start}</Button> : null}
      {asked?.copy !== undefined && compared !== null && !isMerging ? <CommitButton copy={asked.copy} /> : null}
      {isMerging && canJoin ? (
        <Button look="main" isDisabled={!isReady || isBusy} onPress={() => void saveMerge(note)}>
          {isBusy ? words.saving : words.save}
        </Button>
      ) : null}
    </>
  );
}
