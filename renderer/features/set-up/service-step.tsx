import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/fields/form.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { change, findService, type SignInProblem, useSignIn } from '../account/stores/sign-in.ts';
import { SignInProblemNotice, useFocusOnProblem } from '../account/sign-in/sign-in-problem.tsx';
import { SaidByService, type SignInReason } from '../account/sign-in/sign-in-reason.tsx';
import { StepFrame } from './step-frame.tsx';

const texts = enterTexts.service;

/** Asks where the service is, and whether it answers. */
export function ServiceStep({ step, reason }: { step: number | null; reason: SignInReason | null }) {
  const { address, isBusy, problem } = useSignIn();
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
            onChange={typed => change({ address: typed })}
            error={addressError(problem)}
            maxLength={2000}
          />
          {addressError(problem) === null ? <SignInProblemNotice /> : null}
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

function addressError(problem: SignInProblem | null): string | null {
  if (problem?.name === 'wrong-address') return texts.wrong;
  if (problem?.name === 'unreached') return texts.offline;
  return problem?.name === 'fault' && problem.fault.kind === 'bad-request' ? problem.fault.detail : null;
}
