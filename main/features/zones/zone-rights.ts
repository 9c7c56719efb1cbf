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
 * What surely speaks against sending into a folder of the service: it is not there, or it may only be read. Where the
 * service does not tell, or cannot be reached, nothing does; then the first file shows it.
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
 * Whether somebody may surely not add files: all that the list grants them, by themselves or as one of the organization,
 * is reading. A team may be theirs, so what one is granted counts for them. @param me their address; null: nobody knows.
 */
export function mayOnlyRead(access: readonly Entry[], me: string | null): boolean {
  const rows = rowsOf(access, null, me);
  const isNamed = rows.some(({ isMe, principal }) => isMe || principal.kind === 'organization');
  if (me === null || !isNamed) return false;
  return rows.filter(({ isMe, principal }) => isMe || principal.kind !== 'user').every(({ role }) => role === 'viewer');
}
