import { useEffect, useState } from 'react';

import { leavingTexts as words } from '../../../shared/features/sign-out/text.ts';
import { settingsWords } from '../../../shared/features/settings/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { Choice } from '../../components/fields/checkbox.tsx';
import { UnsentList } from '../../components/items/unsent-list.tsx';
import { readUnsent, useAccount } from '../account/stores/account.ts';
import {
  askToLeave,
  chooseToRemove,
  closeLeaving,
  leaveNow,
  type LeavingState,
  lookAround,
  stopLeaving,
  useLeaving,
} from './stores/sign-out.ts';
import { useSession } from '../../state/session.ts';
import { Found, WhatIsLeft } from './leaving-lists.tsx';
import layout from '../../components/layout/layout.module.css';

const { account } = settingsWords;

/** Forgets the key, after a question about the files here. */
export function SignOut() {
  const what = useLeaving(state => state.what);
  const isIn = useSession(({ value }) => value?.name === 'ready' || value?.name === 'access-ended');
  return (
    <>
      <Button isDisabled={!isIn} onPress={() => askToLeave('sign-out')}>
        {account.out}
      </Button>
      {what === 'sign-out' ? <LeavingDialog title={account.outTitle} /> : null}
    </>
  );
}

/** Leaves nothing here that is at the service or that a person gave up. */
export function RemoveEverything() {
  const what = useLeaving(state => state.what);
  return (
    <>
      <Button onPress={() => askToLeave('everything')}>{words.everythingOpen}</Button>
      {what === 'everything' ? <LeavingDialog title={words.everythingTitle} /> : null}
    </>
  );
}

function LeavingDialog({ title }: { readonly title: string }) {
  const [typed, setTyped] = useState('');
  const state = useLeaving();
  const { step, what } = state;
  const isSure = what !== 'everything' || typed.trim().toLowerCase() === words.sureWord;
  return (
    <Dialog
      title={step === 'done' ? words.doneTitle : title}
      role="alertdialog"
      isOpen
      isBusy={step === 'freeing' || step === 'ending'}
      onClose={closeLeaving}
      buttons={<Buttons state={state} isSure={isSure} />}
    >
      {step === 'asking' ? <Asking state={state} typed={typed} onType={setTyped} /> : null}
      {step === 'freeing' ? <p>{words.freeing(state.removed.files, filesOf(state))}</p> : null}
      {step === 'ending' ? <p>{words.ending}</p> : null}
      {step === 'done' && state.left !== null ? <WhatIsLeft left={state.left} removed={state.removed} /> : null}
    </Dialog>
  );
}

function filesOf({ found }: LeavingState): number {
  return (found?.mirrors ?? []).reduce((sum, { files }) => sum + files, 0);
}

function Buttons({ state, isSure }: { readonly state: LeavingState; readonly isSure: boolean }) {
  const { step, what, removes, found, isStopped } = state;
  // Mounted again for each step, so that the focus comes to the button that risks least.
  if (step === 'done')
    return (
      <Button key={step} isFirst onPress={closeLeaving}>
        {words.close}
      </Button>
    );
  if (step !== 'asking')
    return (
      <Button key={step} isFirst isDisabled={step === 'ending' || isStopped} onPress={stopLeaving}>
        {words.stop}
      </Button>
    );
  const label = what === 'everything' ? words.removeAll : removes ? words.outAndRemove : words.out;
  return (
    <>
      <Button isFirst onPress={closeLeaving}>
        {words.cancel}
      </Button>
      <Button look="danger" isDisabled={!isSure || (removes && found === null)} onPress={() => void leaveNow()}>
        {label}
      </Button>
    </>
  );
}

interface AskingProps {
  readonly state: LeavingState;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function Asking({ state, typed, onType }: AskingProps) {
  const { what, removes, found, fault } = state;
  return (
    <>
      <Interrupted state={state} />
      {what === 'everything' ? (
        <p>{words.everythingAbout}</p>
      ) : (
        <Choice
          label={words.question}
          value={removes ? 'remove' : 'keep'}
          options={[
            { value: 'keep', ...words.keep },
            { value: 'remove', ...words.remove },
          ]}
          onChange={value => chooseToRemove(value === 'remove')}
        />
      )}
      {removes ? null : <Kept />}
      {removes && found === null && fault === null ? <p>{words.reading}</p> : null}
      {removes && found !== null ? <Found found={found} isLosing={what === 'everything'} /> : null}
      {what === 'everything' && found !== null ? (
        <TextField label={words.sure} value={typed} onChange={onType} maxLength={40} />
      ) : null}
    </>
  );
}

/** What signing out alone means. */
function Kept() {
  const unsent = useAccount(state => state.unsent);
  useEffect(() => void readUnsent(), []);
  return (
    <>
      <p>{account.outText}</p>
      <UnsentList unsent={unsent} />
    </>
  );
}

/** It was stopped, or something went wrong: what is safe, and what went already. */
function Interrupted({ state }: { readonly state: LeavingState }) {
  const { fault, found, isStopped, removed } = state;
  const again = { label: words.lookAgain, onPress: () => void lookAround() };
  if (fault !== null)
    return (
      <div role="alert" className={layout['stack']}>
        <FaultNotice fault={fault} saidTitle={settingsWords.serviceSaid} {...(found === null ? { again } : {})} />
        <p>{words.broken(removed.files)}</p>
      </div>
    );
  return isStopped ? <Notice tone="wait">{words.stopped(removed.files)}</Notice> : null;
}
