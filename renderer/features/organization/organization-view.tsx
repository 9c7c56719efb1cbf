import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { Standing } from '../../../shared/features/organization/oversight-model.ts';
import { ORGANIZATION_PLACE } from '../../../shared/features/organization/place-text.ts';
import { organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import {
  goTo,
  openOrganization,
  ORGANIZATION_TABS,
  type OrganizationTab,
  useNavigation,
} from '../../state/navigation.ts';
import { audit } from './stores/audit.ts';
import { organization } from './stores/organization-facts.ts';
import { keys } from './stores/keys.ts';
import './stores/opening.ts';
import { useMayTry } from './stores/power.ts';
import { projects } from './stores/projects.ts';
import { proposals } from './stores/proposals.ts';
import type { Section } from '../../state/reading/section.ts';
import { useSession, whoOf } from '../../state/session.ts';
import { AuditTab } from './audit-tab.tsx';
import { FilesTab } from './files-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ProjectsTab } from '../projects/projects-tab.tsx';
import { ProposalsTab } from './proposals-tab.tsx';
import { ReportTab } from './report-tab.tsx';
import { useKnowing } from './section/section-state.tsx';

/** The organization: what it is, its people, its projects and files, and the other parts that the service offers. */
export function OrganizationView() {
  const key = useSession(({ value }) => whoOf(value));
  const isKnown = useSession(({ value }) => value !== null);
  return (
    <Screen label={ORGANIZATION_PLACE}>
      {key !== null ? (
        <Parts key={key} />
      ) : isKnown ? (
        <EmptyState icon={KeyRound} title={words.signedOut}>
          <p>{words.signedOutAbout}</p>
          <Button look="main" onPress={() => goTo({ screen: 'start' })}>
            {words.signIn}
          </Button>
        </EmptyState>
      ) : null}
    </Screen>
  );
}

const CONTENTS: { readonly [tab in OrganizationTab]: () => ReactNode } = {
  overview: () => <OverviewTab />,
  members: () => <MembersTab />,
  projects: () => <ProjectsTab />,
  files: () => <FilesTab />,
  sharing: () => <ReportTab />,
  proposals: () => <ProposalsTab />,
  audit: () => <AuditTab />,
  keys: () => <KeysTab />,
};

function Parts() {
  useKnowing(organization);
  const canTry = useMayTry();
  useKnowing(projects);
  // The service records it when a person without the right asks for it.
  useKnowing(audit, canTry);
  useKnowing(keys);
  useKnowing(proposals);
  const offered = useOffered();
  const asked = useNavigation(({ route }) => (route.screen === 'organization' ? route.tab : 'overview'));
  const canShow = offered.includes(asked);
  return (
    <Tabs<OrganizationTab>
      // Tab leads to the chosen one: of another list of tabs it would be the first.
      key={String(canShow)}
      label={words.tabs.label}
      // What the service does not offer, or not yet said that it does, is not there to be shown.
      chosen={canShow ? asked : 'overview'}
      onChange={openOrganization}
      tabs={offered.map(id => ({ id, label: words.tabs[id], content: CONTENTS[id]() }))}
    />
  );
}

/** The service has it, and did not answer properly: what went wrong is said there. */
function isTrouble(fault: Fault | null): boolean {
  return fault?.kind === 'failing' || fault?.kind === 'busy';
}

/** The parts that this account may see. */
function useOffered(): readonly OrganizationTab[] {
  const canTry = useMayTry();
  const hasProjects = projects.use(({ value, fault }) => value?.isThere ?? isTrouble(fault));
  const isThere = {
    overview: true,
    members: true,
    projects: hasProjects,
    files: canTry,
    sharing: canTry,
    proposals: proposals.use(isOffered),
    audit: audit.use(isOffered) && canTry,
    keys: keys.use(isOffered),
  };
  return ORGANIZATION_TABS.filter(tab => isThere[tab]);
}

function isOffered({ value, fault }: Section<{ readonly standing: Standing }>): boolean {
  return value === null ? isTrouble(fault) : value.standing === 'there';
}
