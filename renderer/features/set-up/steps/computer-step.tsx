import { useEffect } from 'react';

import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Choice } from '../../../components/fields/checkbox.tsx';
import { chooseKind, goToStep, readAccount, useSetUp } from '../stores/set-up.ts';
import { signInAsAnother } from '../../account/stores/sign-in.ts';
import { StepFrame } from './step-frame.tsx';

const texts = enterTexts.computer;

/** Roles whose key opens much (G21). */
const POWERFUL = /^(owner|admin)$/i;

/** Asks what the computer is for, and warns when its account can do more than an instrument should. */
export function ComputerStep() {
  const { kind, organizations, person } = useSetUp();
  useEffect(() => void readAccount(), []);
  const role = organizations?.find(({ isActive }) => isActive)?.role ?? null;
  const isRisky = kind !== null && kind !== 'own' && role !== null && POWERFUL.test(role);
  const next = (
    <Button look="main" isDisabled={kind === null} onPress={() => goToStep('place')}>
      {enterTexts.next}
    </Button>
  );
  return (
    <StepFrame
      step="computer"
      title={texts.title}
      about={texts.about}
      onBack={() => void signInAsAnother()}
      backLabel={texts.another}
      next={next}
    >
      <Choice
        label={texts.label}
        isFramed
        value={kind}
        onChange={chosen => void chooseKind(chosen)}
        options={[
          { value: 'own', label: texts.own, hint: texts.ownHint },
          { value: 'instrument', label: texts.instrument, hint: texts.instrumentHint },
          { value: 'shared', label: texts.shared, hint: texts.sharedHint },
        ]}
      />
      {isRisky ? (
        <Notice tone="wait" title={texts.admin(role)}>
          <span>{texts.adminAbout(person)}</span>
        </Notice>
      ) : null}
    </StepFrame>
  );
}
