import { useEffect, useState } from 'react';

import type { OrganizationView } from '../../../shared/features/organization/model.ts';
import { billingText } from '../../../shared/features/organization/text.ts';
import { organizationRole, organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Switch } from '../../components/fields/checkbox.tsx';
import {
  dayOf,
  makeDefault,
  organization,
  renameOrganization,
  setAutotidy,
  setPilot,
} from './stores/organization-facts.ts';
import { organizationPower, useMayTry } from './stores/power.ts';
import { isOther } from '../../state/reading/section.ts';
import { ExportPart } from './export-part.tsx';
import styles from './section/section.module.css';
import { Fact, Page, Part, Standing, useAnswering, useReading } from './section/section-state.tsx';
import { OrganizationUnsure } from './section/unknown-role-notice.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { readAccountPage, useAccount } from '../account/stores/account.ts';
import { actIn } from './stores/opening.ts';
import { DateField } from '../../components/fields/date-field.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import layout from '../../components/layout/layout.module.css';

/** What the organization is, what it is set to, its export, and the others one is in. */
export function OverviewTab() {
  useReading(organization);
  const view = organization.use(({ value }) => value);
  const canTry = useMayTry();
  return (
    <Page>
      <Standing of={organization} />
      {view === null ? null : (
        <>
          {organizationPower(view) === 'look' ? <Notice tone="rest">{words.onlyLook}</Notice> : null}
          <OrganizationUnsure />
          <Itself view={view} />
          {canTry ? <ExportPart /> : null}
        </>
      )}
      <OrganizationsPart />
    </Page>
  );
}

function Itself({ view }: { readonly view: OrganizationView }) {
  const [asked, ask] = useState<'name' | 'pilot' | null>(null);
  const { name, role, billing } = view;
  const canChange = useMayTry();
  return (
    <Part title={words.itself}>
      <ul className={styles['list']}>
        <Fact
          label={words.name}
          end={canChange ? <Button onPress={() => ask('name')}>{`${words.rename}…`}</Button> : null}
        >
          <strong>
            <bdi>{shownName(name)}</bdi>
          </strong>
        </Fact>
        <Fact label={words.role}>{role === null ? words.notTold : organizationRole(role)}</Fact>
        <AfterSignIn view={view} />
        <Fact label={words.billing}>
          <span>{billing?.status ? billingText(billing.status) : words.notTold}</span>
          {billing?.members ? <span className={layout['soft']}>{words.members(billing.members)}</span> : null}
        </Fact>
        <Fact
          label={words.pilot}
          end={canChange ? <Button onPress={() => ask('pilot')}>{`${words.pilotChange}…`}</Button> : null}
        >
          {words.pilotIs(dayOf(view.pilotStart), dayOf(view.pilotEnd))}
        </Fact>
        <Autotidy view={view} canChange={canChange} />
      </ul>
      {asked === 'name' ? <NameQuestion name={name} onClose={() => ask(null)} /> : null}
      {asked === 'pilot' ? <PilotQuestion view={view} onClose={() => ask(null)} /> : null}
    </Part>
  );
}

function AfterSignIn({ view: { isDefault } }: { readonly view: OrganizationView }) {
  const changing = organization.use(state => state.changing);
  if (isDefault === null) return null;
  return (
    <Fact
      label={words.afterSignIn}
      end={
        isDefault ? null : (
          <Button isDisabled={changing !== null} onPress={() => void makeDefault()}>
            {words.makeDefault}
          </Button>
        )
      }
    >
      {isDefault ? words.isDefault : words.isNotDefault}
    </Fact>
  );
}

function Autotidy({ view, canChange }: { readonly view: OrganizationView; readonly canChange: boolean }) {
  const changing = organization.use(state => state.changing);
  const isOn = view.autotidy;
  return (
    <Fact label={words.autotidy}>
      {isOn === null ? (
        words.notTold
      ) : canChange ? (
        <Switch isOn={isOn} isDisabled={isOther(changing, 'autotidy')} onChange={wanted => void setAutotidy(wanted)}>
          {words.autotidyOn}
        </Switch>
      ) : (
        <span>{words.autotidyIs(isOn)}</span>
      )}
      <span className={layout['soft']}>{words.autotidyAbout}</span>
    </Fact>
  );
}

/** The organizations one is in, and which of them Benchtop acts in; nothing where there is no choice. */
function OrganizationsPart() {
  const { info, busy, fault } = useAccount();
  useEffect(() => void readAccountPage(), []);
  const all = info?.organizations ?? [];
  if (all.length < 2) return null;
  return (
    <Part title={words.yours} about={words.yoursAbout}>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={words.said} />}
      <ul className={styles['list']}>
        {all.map(({ id, name, role, isActive }) => (
          <li key={id} className={styles['line']}>
            <strong>
              <bdi>{shownName(name)}</bdi>
            </strong>
            {role === null ? null : <Chip label={organizationRole(role)} />}
            <span className={styles['end']}>
              {isActive ? (
                <span className={layout['soft']}>{words.active}</span>
              ) : (
                <Button isDisabled={busy !== null} label={words.switchHint(name)} onPress={() => void actIn(id)}>
                  {words.switchTo}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Asks what the organization is to be called. */
function NameQuestion({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
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
function PilotQuestion({ view, onClose }: { readonly view: OrganizationView; readonly onClose: () => void }) {
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
