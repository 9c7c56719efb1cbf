import { useState } from 'react';

import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Form } from '../../../components/fields/form.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useClock } from '../../../state/clock.ts';
import { otherEmail, sendCode, type SignInProblem, useSignIn, verifyCode } from '../stores/sign-in.ts';
import { AddressForm } from './address-form.tsx';
import { SignInProblemNotice, useFocusOnProblem } from './sign-in-problem.tsx';
import { RegisterForm } from './register-form.tsx';
import styles from './sign-in-form.module.css';
import layout from '../../../components/layout/layout.module.css';

const texts = enterTexts.email;
const codeTexts = enterTexts.code;

/** Another code may be asked for after this. */
const RESEND_AFTER_MS = 30 * SECOND;

/** An address, then the code that was sent there, then, for a new person, the account. */
export function EmailForm() {
  const [code, setCode] = useState('');
  const sent = useSignIn(state => state.code);
  const isNew = useSignIn(state => state.isNew);
  const place = useFocusOnProblem();
  return (
    <div className={styles['form']} ref={place}>
      {sent === null ? (
        <AddressForm
          about={texts.about}
          label={texts.label}
          go={texts.send}
          busy={texts.sending}
          onGo={() => void sendCode()}
        />
      ) : isNew ? (
        <RegisterForm code={code} />
      ) : (
        <AskCode code={code} setCode={setCode} />
      )}
    </div>
  );
}

function AskCode({ code, setCode }: { readonly code: string; readonly setCode: (code: string) => void }) {
  const { email, isBusy, problem } = useSignIn();
  const submit = (): void => {
    if (code.trim() !== '') void verifyCode(code);
  };
  return (
    <Form onSubmit={submit}>
      <p className={styles['about']}>{codeTexts.sent(email)}</p>
      <div className={styles['code']}>
        <TextField
          kind="code"
          label={codeTexts.label}
          value={code}
          onChange={setCode}
          error={codeError(problem)}
          maxLength={20}
          isFirst
        />
      </div>
      <SignInProblemNotice />
      <div className={layout['wideToolbar']}>
        <Button look="main" type="submit" isDisabled={isBusy || code.trim() === ''}>
          {isBusy ? codeTexts.checking : codeTexts.verify}
        </Button>
        <Resend onSend={() => setCode('')} />
        <Button look="quiet" onPress={otherEmail}>
          {codeTexts.other}
        </Button>
      </div>
    </Form>
  );
}

function codeError(problem: SignInProblem | null): string | null {
  if (problem?.name === 'wrong-code') return codeTexts.wrong;
  return problem?.name === 'expired-code' ? codeTexts.expired : null;
}

/** Sends another code; not before there was time for the first one to arrive. */
function Resend({ onSend }: { readonly onSend: () => void }) {
  const sent = useSignIn(state => state.code);
  const waitSeconds = useClock(({ nowMs }) =>
    // The clock may be a moment behind the sending.
    Math.max(0, Math.ceil(((sent?.sentAtMs ?? 0) + RESEND_AFTER_MS - Math.max(nowMs, sent?.sentAtMs ?? 0)) / SECOND)),
  );
  const isAnother = (sent?.times ?? 0) > 1;
  if (waitSeconds > 0) {
    return (
      <span className={layout['faint']}>
        {isAnother ? `${codeTexts.resent} ` : ''}
        {codeTexts.resendIn(waitSeconds)}
      </span>
    );
  }
  const send = (): void => {
    onSend();
    void sendCode();
  };
  return (
    <Button look="quiet" onPress={send}>
      {codeTexts.resend}
    </Button>
  );
}
