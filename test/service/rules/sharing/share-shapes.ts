import type { AccessAnswer, ShareAnswer } from '../../../../shared/api/calls/sharing.ts';
import { roleOnFolder } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import type { Granted } from './grants.ts';
import { principalOf } from '../ground/principals.ts';
import type { Principal } from '../ground/principals.ts';
import type { ShareRow } from '../ground/records.ts';
import { teams } from '../ground/tables.ts';

/** An entry on the item itself. */
export function shareShape(site: Site, share: ShareRow): ShareAnswer {
  return { id: share.id, ...principalShape(site, principalOf(share)), role: share.role, inherited: false };
}

/** A principal that can reach an item, and why. The folder above is named only to who may read it. */
export function accessShape(site: Site, { principal, role, share, from }: Granted): AccessAnswer {
  const mayKnow = from !== null && roleOnFolder(site, from) !== null;
  return {
    id: share?.id ?? null,
    ...principalShape(site, principal),
    role,
    inherited: from !== null,
    ...(mayKnow ? { inheritedFromFolderId: from.id, inheritedFromFolderName: from.name } : {}),
  };
}

type PrincipalShape = Pick<ShareAnswer, 'principalType' | 'userId' | 'teamId' | 'displayName' | 'email'>;

function principalShape(site: Site, principal: Principal): PrincipalShape {
  const { records } = site.backend;
  if (principal.kind === 'organization') {
    const name = records.organization(site.caller.organizationId)?.name ?? '';
    return { principalType: 'organization', displayName: name };
  }
  if (principal.kind === 'team') {
    const name = records.row(teams, principal.teamId)?.name ?? 'Former team';
    return { principalType: 'team', teamId: principal.teamId, displayName: name };
  }
  const user = records.user(principal.userId);
  return {
    principalType: 'user',
    userId: principal.userId,
    displayName: user?.displayName ?? 'Former member',
    ...(user === null ? {} : { email: user.email }),
  };
}
