import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useLayoutEffect } from 'react';

import type { Finding } from '../../../../shared/features/set-up/model.ts';
import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Form } from '../../../components/fields/form.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { goTo } from '../../../state/navigation.ts';
import { goToStep, readAccount, setPlace, switchOrganization, useSetUp, usualPlace } from '../stores/set-up.ts';
import { LocalFolderField } from '../../../components/local-folder/local-folder-field.tsx';
import layout from '../../../components/layout/layout.module.css';
import styles from './place-step.module.css';
import { StepFrame } from './step-frame.tsx';

const texts = enterTexts.place;

/** Asks for which organization, and where its folders shall be. */
export function PlaceStep() {
  const { place, isProposing, checked, organizations, fault, isChoosing } = useSetUp();
  // The proposal arrives before a person can type.
  useLayoutEffect(() => {
    void readAccount();
    if (useSetUp.getState().place === '') void usualPlace();
  }, []);
  const isStopped = checked?.findings.some(({ level }) => level === 'stop') ?? false;
  const isReady = checked !== null && !isStopped && organizations?.length !== 0;
  const next = (
    <Button look="main" isDisabled={!isReady} onPress={() => goToStep('folders')}>
      {enterTexts.next}
    </Button>
  );
  return (
    <StepFrame
      step="place"
      title={texts.title}
      {...(isChoosing ? {} : { onBack: () => goToStep('computer') })}
      next={next}
    >
      <Organizations />
      <Form onSubmit={() => (isReady ? goToStep('folders') : undefined)}>
        <LocalFolderField
          label={texts.label}
          hint={texts.hint}
          value={place}
          onChange={typed => void setPlace(typed)}
          isReadOnly={isProposing}
        />
        <ul className={styles['findings']}>
          {checked === null && place.trim() !== '' && fault === null ? <li>{texts.checking}</li> : null}
          {checked?.freeBytes === null || checked === null || isStopped ? null : (
            <Line level="good" text={`${formatBytes(checked.freeBytes)} free`} />
          )}
          {checked?.findings.map(({ code, level, text }) => (
            <Line level={level} text={text} key={code} />
          ))}
        </ul>
      </Form>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={enterTexts.serviceSaid} />}
    </StepFrame>
  );
}

const LOOKS = { good: CircleCheck, warn: TriangleAlert, stop: CircleX } as const;

/** What was found about a place. */
export function Line({ level, text }: Pick<Finding, 'level' | 'text'>) {
  const Icon = LOOKS[level];
  return (
    <li className={styles[level]}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>{text}</span>
    </li>
  );
}

function Organizations() {
  const organizations = useSetUp(state => state.organizations);
  const busy = useSetUp(state => state.busy);
  if (organizations === null) return null;
  const [first] = organizations;
  if (first === undefined) {
    return (
      <Notice tone="wait" title={enterTexts.noOrganization.title}>
        <span>{enterTexts.noOrganization.about}</span>
        <Button look="quiet" onPress={() => goTo({ screen: 'account' })}>
          {enterTexts.noOrganization.toInvitation}
        </Button>
      </Notice>
    );
  }
  if (organizations.length === 1) return <p className={layout['softInk']}>{texts.only(first.name)}</p>;
  return (
    <>
      <Select
        label={texts.organization}
        value={organizations.find(({ isActive }) => isActive)?.id ?? first.id}
        options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={id => void switchOrganization(id)}
        isDisabled={busy === 'switching'}
      />
      {busy === 'switching' ? <p className={layout['softInk']}>{texts.switching}</p> : null}
    </>
  );
}
