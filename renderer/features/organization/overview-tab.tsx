import { useState } from 'react';

import type { OrganizationView } from '../../../shared/features/organization/model.ts';
import { billingText } from '../../../shared/features/organization/text.ts';
import { organizationRole, organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Switch } from '../../components/fields/checkbox.tsx';
import { dayOf, makeDefault, organization, setAutotidy } from './stores/itself.ts';
import { organizationPower, useMayTry } from './stores/power.ts';
import { isOther } from '../../state/section.ts';
import { ExportPart } from './export-part.tsx';
import { NameQuestion, PilotQuestion } from './itself-questions.tsx';
import styles from './section/section.module.css';
import { OrganizationsPart } from './organizations-part.tsx';
import { Fact, Page, Part, Standing, useReading } from './section/section-state.tsx';
import { OrganizationUnsure } from './section/unsure.tsx';

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
            <bdi>{shown(name)}</bdi>
          </strong>
        </Fact>
        <Fact label={words.role}>{role === null ? words.notTold : organizationRole(role)}</Fact>
        <AfterSignIn view={view} />
        <Fact label={words.billing}>
          <span>{billing?.status ? billingText(billing.status) : words.notTold}</span>
          {billing?.members ? <span className={styles['soft']}>{words.members(billing.members)}</span> : null}
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
      <span className={styles['soft']}>{words.autotidyAbout}</span>
    </Fact>
  );
}
