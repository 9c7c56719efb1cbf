import { Button } from '../../../components/controls/button.tsx';
import { Form } from '../../../components/fields/form.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { changeSignIn, useSignIn } from '../stores/sign-in.ts';
import { SignInProblemNotice } from './sign-in-problem.tsx';
import styles from './sign-in-form.module.css';
import { StoreChoice } from './store-choice.tsx';
import layout from '../../../components/layout/layout.module.css';

/** What is said around the field, and what the button does. */
export interface AddressFormProps {
  readonly about: string;
  readonly label: string;
  readonly go: string;
  /** In the place of `go` while it is under way. */
  readonly busy: string;
  /** Whether one can go on without an address. */
  readonly isOptional?: boolean;
  readonly onGo: () => void;
}

/** Asks for an e-mail address, by which a way to sign in begins. */
export function AddressForm({ about, label, go, busy, isOptional = false, onGo }: AddressFormProps) {
  const { email, isBusy, problem } = useSignIn();
  const isMissing = !isOptional && email.trim() === '';
  const wrong = problem?.name === 'fault' && problem.fault.kind === 'bad-request' ? problem.fault.detail : null;
  return (
    <Form onSubmit={() => (isMissing ? undefined : onGo())}>
      <p className={styles['about']}>{about}</p>
      <TextField
        kind="email"
        label={label}
        value={email}
        onChange={typed => changeSignIn({ email: typed })}
        error={wrong}
        maxLength={254}
      />
      <StoreChoice />
      {wrong === null ? <SignInProblemNotice /> : null}
      <div className={layout['wideToolbar']}>
        <Button look="main" type="submit" isDisabled={isBusy || isMissing}>
          {isBusy ? busy : go}
        </Button>
      </div>
    </Form>
  );
}
