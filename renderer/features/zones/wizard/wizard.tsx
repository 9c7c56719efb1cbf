import { type ReactNode, useEffect, useRef } from 'react';

import { shownName } from '../../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../../shared/features/zones/window-text.ts';
import { wizardWords as words } from '../../../../shared/features/zones/wizard-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { enterGoesOn } from '../../../components/controls/enter-goes-on.ts';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Form } from '../../../components/fields/form.tsx';
import { openZones } from '../../../state/navigation.ts';
import { useZones } from '../stores/cards.ts';
import {
  beginWizard,
  goToStep,
  leaveFolderStep,
  leaveWizard,
  saveZone,
  troublesOf,
  useWizard,
  type Wizard as Draft,
  WIZARD_STEPS,
  type WizardStep,
} from '../stores/wizard.ts';
import { FolderStep } from './folder-step.tsx';
import { LabelsStep } from './labels-step.tsx';
import { ProofStep } from './proof-step.tsx';
import { TestStep } from './test-step.tsx';
import { WhatStep } from './what-step.tsx';
import { WhenStep } from './when-step.tsx';
import { WhereStep } from './where-step.tsx';
import { classes } from '../../../components/classes.ts';
import styles from './wizard.module.css';
import layout from '../../../components/layout/layout.module.css';

/** Makes a drop zone, or changes one (`zone`), in short steps; at the end stands what would happen. */
export function Wizard({ zone }: { readonly zone: string | null }) {
  const cards = useZones(state => state.cards);
  const old = cards?.find(({ id }) => id === zone) ?? null;
  const isKnown = cards !== null;
  const isBegun = useWizard(({ isOpen, old: begun }) => isOpen && (begun?.id ?? null) === zone);
  useEffect(() => {
    const { cards: now } = useZones.getState();
    if (now !== null) beginWizard(now.find(({ id }) => id === zone) ?? null);
  }, [zone, isKnown]);
  if (!isKnown) return <p className={layout['faint']}>{zonesWords.reading}</p>;
  if (zone !== null && old === null) return <p className={layout['faint']}>{zonesWords.gone}</p>;
  return isBegun ? <Steps /> : null;
}

function Steps() {
  const draft = useWizard();
  const { step, old, fault } = draft;
  const at = WIZARD_STEPS.indexOf(step);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [step]);
  const title = old === null ? words.newTitle : words.changeTitle(shownName(old.definition.name));
  // The last one starts the zone: an Enter too many must not.
  const enter = step === 'test' ? {} : { onKeyDownCapture: enterGoesOn };
  return (
    <div className={classes(layout['scrolls'], styles['frame'])} role="presentation" {...enter}>
      <section className={styles['sheet']} aria-label={title}>
        <p className={layout['faint']}>
          {title} · {words.step(at + 1, WIZARD_STEPS.length)}
        </p>
        <h2 className={styles['title']} ref={heading} tabIndex={-1} data-region-start>
          {words.steps[step]}
        </h2>
        <Form onSubmit={() => void goOn(draft)}>
          {QUESTIONS[step]}
          <div role="alert">
            {fault === null ? null : <FaultNotice fault={fault} saidTitle={zonesWords.serviceSaid} />}
          </div>
          <Buttons draft={draft} before={WIZARD_STEPS[at - 1] ?? null} />
        </Form>
      </section>
    </div>
  );
}

const QUESTIONS: { readonly [S in WizardStep]: ReactNode } = {
  folder: <FolderStep />,
  what: <WhatStep />,
  when: <WhenStep />,
  where: <WhereStep />,
  labels: <LabelsStep />,
  proof: <ProofStep />,
  test: <TestStep />,
};

function Buttons({ draft, before }: { readonly draft: Draft; readonly before: WizardStep | null }) {
  const { step, old, isSaving, isTesting } = draft;
  const last = isSaving ? words.test.saving : old === null ? words.test.start : words.test.save;
  const next = step === 'folder' && isTesting ? words.looking : words.next;
  return (
    <div className={styles['buttons']}>
      <Button look="quiet" onPress={() => leave(old?.id ?? null)}>
        {words.leave}
      </Button>
      <span className={styles['end']}>
        {before === null ? null : <Button onPress={() => goToStep(before)}>{words.back}</Button>}
        <Button look="main" type="submit" isDisabled={!isAnswered(draft)}>
          {step === 'test' ? last : next}
        </Button>
      </span>
    </div>
  );
}

function leave(zone: string | null): void {
  leaveWizard();
  openZones(zone === null ? { name: 'list' } : { name: 'zone', zone });
}

/** Whether what is asked on the step on show was said. */
function isAnswered(draft: Draft): boolean {
  const { step, wish, isSaving } = draft;
  if (step === 'folder') return wish.name.trim() !== '' && wish.folder.trim() !== '';
  if (step === 'when') return wish.settle.kind !== 'marker' || wish.settle.name.trim() !== '';
  if (step === 'where') return wish.destination !== '';
  if (step === 'labels') return isOperatorSaid(wish.operator);
  return step !== 'test' || (!isSaving && troublesOf(draft)?.length === 0);
}

function isOperatorSaid(operator: Draft['wish']['operator']): boolean {
  if (operator.kind === 'none') return true;
  return (operator.kind === 'fixed' ? operator.name : operator.pattern).trim() !== '';
}

async function goOn(draft: Draft): Promise<void> {
  if (!isAnswered(draft)) return;
  if (draft.step === 'folder') return leaveFolderStep();
  const next = WIZARD_STEPS[WIZARD_STEPS.indexOf(draft.step) + 1];
  if (next !== undefined) return goToStep(next);
  const zone = await saveZone();
  if (zone !== null) openZones({ name: 'zone', zone });
}
