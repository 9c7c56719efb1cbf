import { useState } from 'react';

import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Choice } from '../../../components/fields/checkbox.tsx';
import { Form } from '../../../components/fields/form.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { showProblem, signInWithKey, type SignInProblem, useSignIn } from '../stores/sign-in.ts';
import { SignInProblemNotice, useFocusOnProblem } from './sign-in-problem.tsx';
import styles from './sign-in-form.module.css';
import { StoreChoice } from './store-choice.tsx';
import layout from '../../../components/layout/layout.module.css';

const texts = enterTexts.key;

/** What every key looks like (spec 5.1). */
const KEY = /^svc_[\w-]{8,}$/;

/** A key, which is tried before it is kept. It leaves this page once and is forgotten here. */
export function KeyForm() {
  const [key, setKey] = useState('');
  const [organization, setOrganization] = useState<string | null>(null);
  const { isBusy, problem } = useSignIn();
  const place = useFocusOnProblem();
  const submit = (): void => {
    const given = cleanKey(key);
    if (!KEY.test(given)) return showProblem({ name: 'key-form' });
    void signInWithKey(given, organization).then(() => {
      if (useSignIn.getState().problem?.name !== 'which-organization') setKey('');
    });
  };
  return (
    <div className={styles['form']} ref={place}>
      <Form onSubmit={submit}>
        <p className={styles['about']}>{texts.about}</p>
        <TextField
          kind="secret"
          label={texts.label}
          hint={looksCut(key) ? texts.cut(cleanKey(key).length) : texts.hint}
          canReveal
          value={key}
          onChange={setKey}
          error={keyError(problem)}
          maxLength={4000}
        />
        {problem?.name === 'which-organization' ? (
          <>
            <Notice tone="wait">
              <span>{texts.which}</span>
            </Notice>
            <Choice
              label={texts.organization}
              value={organization}
              onChange={setOrganization}
              options={problem.organizations.map(name => ({ value: name, label: name }))}
            />
          </>
        ) : null}
        <StoreChoice />
        <SignInProblemNotice />
        <div className={layout['wideToolbar']}>
          <Button look="main" type="submit" isDisabled={isBusy || key.trim() === ''}>
            {isBusy ? texts.checking : texts.go}
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** As it is meant: mails and terminals put quotes around a key, and break it over lines. */
function cleanKey(pasted: string): string {
  return pasted.replaceAll(/[\s"'`\u200b\ufeff]/g, '');
}

/** GAP: how long keys are is not documented. Shorter ones are tried all the same. */
const LEAST_USUAL = 25;

function looksCut(typed: string): boolean {
  const key = cleanKey(typed);
  return key.startsWith('svc_') && key.length < LEAST_USUAL;
}

function keyError(problem: SignInProblem | null): string | null {
  if (problem?.name === 'key-form') return texts.form;
  return problem?.name === 'refused-key' ? texts.refused : null;
}
