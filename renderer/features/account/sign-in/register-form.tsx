import { useState } from 'react';

import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Form } from '../../../components/fields/form.tsx';
import { OutsideLink } from '../../../components/outside-link.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { Checkbox } from '../../../components/fields/checkbox.tsx';
import { register, useSignIn } from '../stores/sign-in.ts';
import { SignInProblemNotice } from './sign-in-problem.tsx';
import styles from './sign-in-form.module.css';
import layout from '../../../components/layout/layout.module.css';

const texts = enterTexts.register;

const NOBODY = { firstName: '', lastName: '', invitation: '', terms: false, privacy: false, marketingConsent: false };

/** The account of a new person. `code` was right, and stays good for this. */
export function RegisterForm({ code }: { readonly code: string }) {
  const { email, isBusy, found } = useSignIn();
  const [person, setPerson] = useState(NOBODY);
  const set = (part: Partial<typeof NOBODY>): void => setPerson({ ...person, ...part });
  const { firstName, lastName, invitation, terms, privacy, marketingConsent } = person;
  const isNamed = firstName.trim() !== '' && lastName.trim() !== '';
  const missing = isNamed ? (terms && privacy ? null : texts.missingConsent) : texts.missingNames;
  const submit = (): void => {
    const link = invitation.trim() === '' ? null : invitation;
    if (missing === null) void register({ code, firstName, lastName, marketingConsent, invitation: link });
  };
  return (
    <Form onSubmit={submit}>
      <h3>{texts.title}</h3>
      <p className={styles['about']}>{texts.about(email)}</p>
      <div className={styles['pair']}>
        <TextField
          label={texts.firstName}
          value={firstName}
          onChange={to => set({ firstName: to })}
          isFirst
          maxLength={200}
        />
        <TextField label={texts.lastName} value={lastName} onChange={to => set({ lastName: to })} maxLength={200} />
      </div>
      <div className={styles['consent']}>
        <Checkbox isOn={terms} onChange={to => set({ terms: to })}>
          {texts.terms}
        </Checkbox>
        <OutsideLink href={pageOf(found?.service, 'terms')} label={texts.readTerms} />
      </div>
      <div className={styles['consent']}>
        <Checkbox isOn={privacy} onChange={to => set({ privacy: to })}>
          {texts.privacy}
        </Checkbox>
        <OutsideLink href={pageOf(found?.service, 'privacy')} label={texts.readPrivacy} />
      </div>
      <Checkbox isOn={marketingConsent} onChange={to => set({ marketingConsent: to })}>
        {texts.marketing}
      </Checkbox>
      <TextField
        label={texts.invitation}
        value={invitation}
        onChange={to => set({ invitation: to })}
        maxLength={2000}
      />
      <SignInProblemNotice />
      <div className={layout['wideToolbar']}>
        <Button look="main" type="submit" isDisabled={isBusy || missing !== null}>
          {isBusy ? texts.going : texts.go}
        </Button>
        {missing === null ? null : <span className={layout['faint']}>{missing}</span>}
      </div>
    </Form>
  );
}

/** GAP: where a service has its terms is not shown; they stand where sites have them. */
function pageOf(service: string | undefined, page: string): string {
  return service !== undefined && URL.canParse(service) ? new URL(`/${page}`, service).href : '#';
}
