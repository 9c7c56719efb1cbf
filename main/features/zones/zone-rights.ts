import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { zoneTexts } from '../../../shared/features/zones/text.ts';
import { listFolderAccess } from '../../remote/api/calls/sharing.ts';
import { organizationOf } from '../mirrors/mirrors.ts';
import type { AppContext } from '../../items/app-context.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import { findFolder } from '../../items/remote-path.ts';
import { rowsOf } from '../sharing/access-rows.ts';
import type { Entry } from '../sharing/access-rows.ts';

/**
 * Reasons that certainly prevent sending into a folder of the service: it does not exist, or is read-only for this
 * person. Empty when the service does not tell or cannot be reached; the first upload will then show it.
 */
export async function destinationTroubles(
  context: AppContext,
  { destination, organization }: { readonly destination: string; readonly organization: string | null },
): Promise<readonly string[]> {
  try {
    const link = await context.engine.link();
    const id = await organizationOf(context, organization);
    const folder = await findFolder(link.api(id), destination);
    const line = link.line(id);
    const access = await listFolderAccess(line, { path: { id: folder.id as ServiceId } });
    return mayOnlyRead(access, await addressOf(context, line)) ? [zoneTexts.readOnlyThere(folder.path)] : [];
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return error.fault.kind === 'bad-request' ? [error.fault.detail] : [];
  }
}

/**
 * Whether a person certainly cannot add files: everything that the access list grants them, directly or as a member of
 * the organization, is viewing. Grants of teams count for them, since they may be members.
 * @param me their address; null: not known.
 */
export function mayOnlyRead(access: readonly Entry[], me: string | null): boolean {
  const rows = rowsOf(access, null, me);
  const isNamed = rows.some(({ isMe, principal }) => isMe || principal.kind === 'organization');
  if (me === null || !isNamed) return false;
  return rows.filter(({ isMe, principal }) => isMe || principal.kind !== 'user').every(({ role }) => role === 'viewer');
}
