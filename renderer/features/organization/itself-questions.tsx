import { useState } from 'react';

import type { OrganizationView } from '../../../shared/features/organization/model.ts';
import { organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { DateField } from '../../components/fields/date-field.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { dayOf, organization, renameOrganization, setPilot } from './stores/itself.ts';
import styles from './section/section.module.css';
import { useAnswering } from './section/use-answering.ts';

/** Asks what the organization is to be called. */
export function NameQuestion({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const [typed, type] = useState(name);
  const { close, answer, fault, isBusy } = useAnswering(organization, onClose);
  const wanted = typed.trim();
  return (
    <Question
      title={words.renaming}
      fault={fault}
      yes={words.rename}
      canAnswer={wanted !== '' && wanted !== name}
      isBusy={isBusy}
      onYes={() => answer(() => renameOrganization(wanted))}
      onClose={close}
    >
      <p>{words.renamingAbout}</p>
      <TextField label={words.name} value={typed} onChange={type} isFirst maxLength={255} />
    </Question>
  );
}

/** Asks for both days of the pilot. */
export function PilotQuestion({ view, onClose }: { readonly view: OrganizationView; readonly onClose: () => void }) {
  const [from, setFrom] = useState(dayOf(view.pilotStart));
  const [to, setTo] = useState(dayOf(view.pilotEnd));
  const { close, answer, fault, isBusy } = useAnswering(organization, onClose);
  const isBackwards = from !== '' && to !== '' && to < from;
  const isChanged = from !== dayOf(view.pilotStart) || to !== dayOf(view.pilotEnd);
  return (
    <Question
      title={words.pilot}
      fault={fault}
      yes={words.pilotSave}
      canAnswer={isChanged && !isBackwards}
      isBusy={isBusy}
      onYes={() => answer(() => setPilot(from, to))}
      onClose={close}
    >
      <p>{words.pilotAbout}</p>
      <div className={styles['days']}>
        <DateField label={words.pilotFrom} value={from} onChange={setFrom} />
        <DateField label={words.pilotTo} value={to} onChange={setTo} />
      </div>
      {isBackwards ? <p role="alert">{words.pilotBackwards}</p> : null}
    </Question>
  );
}
