import type { Input, Output } from '../../../shared/contract.ts';
import { activeOrganization, type ActiveOrganization } from '../../items/current-organization.ts';
import { isUuid, type ServiceId } from '../../../shared/ids.ts';
import { orNull } from '../../items/or-null.ts';
import type { AppContext } from '../../items/app-context.ts';
import { calls } from '../../remote/api/calls.ts';

/** Requests in flight at once: each file and each folder costs one. */
const AT_ONCE = 4;

type Things = Output<'organization.things'>;

/**
 * Names files and folders of the organization by their ids; what this account may not read is left out, but for files that the
 * trash of this computer knows.
 */
export async function thingsOf(
  context: AppContext,
  { files, folders }: Input<'organization.things'>,
): Promise<{ files: Things['files'][number][]; folders: Things['folders'][number][] }> {
  const here = await activeOrganization(context);
  const known = await someAtOnce([...new Set(files)], async id => (await fileAt(here, id)) ?? removedFile(context, id));
  const wanted = new Set([...folders, ...known.flatMap(({ folder }) => folder ?? [])]);
  return { files: known, folders: await someAtOnce([...wanted], id => folderAt(here, id)) };
}

async function fileAt({ line }: ActiveOrganization, id: string): Promise<Things['files'][number] | null> {
  const file = await orNull(calls.getFile(line, { path: { id } }));
  return file?.name ? { id, name: file.name, folder: file.folderId ?? null, isRemoved: false } : null;
}

/** The service has no name for a removed file; this computer has, when it kept the file's bytes. */
function removedFile({ journal }: AppContext, id: string): Things['files'][number] | null {
  const name = isUuid(id)
    ? journal.trash
        .ofFile(id.toLowerCase() as ServiceId)
        .at(-1)
        ?.path.split('/')
        .at(-1)
    : undefined;
  return name === undefined ? null : { id, name, folder: null, isRemoved: true };
}

/** The names from a root folder down. */
async function folderAt({ line }: ActiveOrganization, id: string): Promise<Things['folders'][number] | null> {
  const folder = await orNull(calls.getFolder(line, { path: { id } }));
  if (!folder?.name) return null;
  const above = (folder.breadcrumbs ?? []).filter(crumb => crumb.id !== id);
  return { id, names: [...above.map(({ name }) => name ?? ''), folder.name] };
}

async function someAtOnce<T>(ids: readonly string[], ask: (id: string) => Promise<T | null>): Promise<T[]> {
  const found: (T | null)[] = ids.map(() => null);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < ids.length; at = next++) found[at] = await ask(ids[at] ?? '');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found.flatMap(one => one ?? []);
}
