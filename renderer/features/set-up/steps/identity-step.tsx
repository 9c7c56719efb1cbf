import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Tabs } from '../../../components/controls/tabs.tsx';
import { changeWay, otherService, useSignIn } from '../../account/stores/sign-in.ts';
import { BrowserForm } from '../../account/sign-in/browser-form.tsx';
import { EmailForm } from '../../account/sign-in/email-form.tsx';
import styles from './identity-step.module.css';
import { KeyForm } from '../../account/sign-in/key-form.tsx';
import { SaidByService, type SignInReason } from '../../account/sign-in/sign-in-reason.tsx';
import { StepFrame, type StepName } from './step-frame.tsx';

const texts = enterTexts.identity;

/** Asks who it is, in one of the ways that the service knows. */
export function IdentityStep({ step, reason }: { step: StepName | null; reason: SignInReason | null }) {
  const way = useSignIn(state => state.way);
  const found = useSignIn(state => state.found);
  const tabs = [
    { id: 'email' as const, label: texts.email, content: <EmailForm /> },
    { id: 'company' as const, label: texts.company, content: <BrowserForm way="sso" /> },
    { id: 'thirdParty' as const, label: texts.thirdParty, content: <BrowserForm way="external" /> },
    { id: 'key' as const, label: texts.key, content: <KeyForm /> },
    ...(found?.offersOauth === true
      ? [{ id: 'oauth' as const, label: texts.oauth, content: <BrowserForm way="oauth" /> }]
      : []),
  ];
  return (
    <StepFrame step={step} title={reason?.title ?? texts.title} {...(reason === null ? {} : { about: reason.about })}>
      <SaidByService reason={reason} />
      <div className={styles['service']}>
        <span>
          <strong>{hostOf(found?.service ?? '')}</strong> {enterTexts.service.found(found?.build ?? null)}
        </span>
        <Button look="quiet" onPress={otherService}>
          {enterTexts.service.change}
        </Button>
      </div>
      <Tabs label={texts.ways} chosen={way} onChange={changeWay} tabs={tabs} />
    </StepFrame>
  );
}

function hostOf(service: string): string {
  return URL.canParse(service) ? new URL(service).host : service;
}
