import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Form } from '../../../components/fields/form.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { changeSignIn, findService, type SignInProblem, useSignIn } from '../../account/stores/sign-in.ts';
import { SignInProblemNotice, useFocusOnProblem } from '../../account/sign-in/sign-in-problem.tsx';
import { SaidByService, type SignInReason } from '../../account/sign-in/sign-in-reason.tsx';
import { StepFrame, type StepName } from './step-frame.tsx';

const texts = enterTexts.service;

/** Asks where the service is, and whether it answers. */
export function ServiceStep({ step, reason }: { step: StepName | null; reason: SignInReason | null }) {
  const { address, tried, isBusy, problem } = useSignIn();
  const error = addressError(problem, tried);
  const place = useFocusOnProblem();
  return (
    <StepFrame step={step} title={reason?.title ?? texts.title} about={reason?.about ?? texts.about}>
      <SaidByService reason={reason} />
      <div ref={place}>
        <Form onSubmit={() => (address.trim() === '' ? undefined : void findService())}>
          <TextField
            label={texts.label}
            hint={texts.hint}
            value={address}
            onChange={typed => changeSignIn({ address: typed })}
            error={error}
            maxLength={2000}
          />
          {error === null ? <SignInProblemNotice /> : null}
          <div>
            <Button look="main" type="submit" isDisabled={isBusy || address.trim() === ''}>
              {isBusy ? texts.checking : texts.go}
            </Button>
          </div>
        </Form>
      </div>
    </StepFrame>
  );
}

/** With what was tried: it is not always what was typed. */
function addressError(problem: SignInProblem | null, tried: string | null): string | null {
  const before = tried === null ? '' : `${texts.tried(tried)} `;
  if (problem?.name === 'wrong-address') return `${before}${texts.wrong}`;
  if (problem?.name === 'unreached') return `${before}${texts.offline}`;
  return problem?.name === 'fault' && problem.fault.kind === 'bad-request' ? problem.fault.detail : null;
}
