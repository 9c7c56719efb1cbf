import { switchAccount, useAccount } from '../../account/stores/account.ts';
import { useSession, onAccountChange } from '../../../state/session.ts';
import { forgetFiles } from './all-files.ts';
import { forgetThings } from './audit-things.ts';
import { exporting } from './exports.ts';
import { organization } from './organization-facts.ts';
import { keys } from './keys.ts';
import { projects } from './projects.ts';
import { proposals } from './proposals.ts';
import { forgetSections } from './organization-section.ts';

/** Nothing that was read of an organization counts any more. */
function forgetOrganization(): void {
  forgetSections();
  forgetFiles();
  forgetThings();
}

/**
 * Acts in another organization. Until that is so, nothing is on show: what would be pressed there would already be done in
 * the new one. The session tells a little later that it is so, and what is on show is read then.
 */
export async function actIn(id: string): Promise<void> {
  forgetOrganization();
  await switchAccount(id);
  const { info, fault } = useAccount.getState();
  const session = useSession.getState().value;
  const now = info?.organizations.find(({ isActive }) => isActive);
  const isTold = session?.name === 'ready' && session.organizationId === now?.id;
  if (isTold || fault !== null)
    for (const each of [organization, projects, keys, proposals, exporting]) void each.read();
}

// What was read of one organization is not shown in another.
onAccountChange(forgetOrganization);
