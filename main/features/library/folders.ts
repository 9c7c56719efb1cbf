import { isUuid } from '../../../shared/ids.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { libraryTexts as texts } from '../../../shared/features/library/text.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { Line } from '../../remote/api/ask.ts';
import { createLibraryFolder, deleteLibraryFolder, renameLibraryFolder } from '../../remote/api/calls/library.ts';
import { checkedName } from '../../items/local/free-name.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { LibraryBrowsing } from './browsing.ts';
import { knownOrganization } from './listing.ts';
import { type LibraryPlace, shelfOf } from './shelves.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

interface Desk {
  readonly context: AppContext;
  readonly library: LibraryBrowsing;
}

/** @throws FaultError; after a refusal the action is no longer offered. */
export async function makeFolder(desk: Desk, parent: string | null, wanted: string) {
  const name = checkedName(wanted, EXACT_NAMES).there;
  const place = parent === null ? null : folderId(parent);
  const made = await managing(desk, (line, orgId) =>
    createLibraryFolder(line, {
      path: { orgId },
      body: { name, ...(place === null ? {} : { parentFolderId: place }) },
    }),
  );
  await listAgain(desk, place);
  return { id: made.id, name: made.name ?? name };
}

/** @throws FaultError. */
export async function renameFolder(desk: Desk, id: string, wanted: string) {
  const name = checkedName(wanted, EXACT_NAMES).there;
  const folder = folderId(id);
  const above = aboveOf(desk, folder);
  const renamed = await managing(desk, (line, orgId) =>
    renameLibraryFolder(line, { path: { orgId, id: folder }, body: { name } }),
  );
  await listAgain(desk, above);
  return { name: renamed.name ?? name };
}

/** Its files stay published in the parent folder. @throws FaultError. */
export async function removeFolder(desk: Desk, id: string): Promise<void> {
  const folder = folderId(id);
  const above = aboveOf(desk, folder);
  await managing(desk, (line, orgId) => deleteLibraryFolder(line, { path: { orgId, id: folder } }));
  await listAgain(desk, above);
}

async function managing<T>(
  { context, library }: Desk,
  work: (line: Line, organization: string) => Promise<T>,
): Promise<T> {
  const link = await context.engine.link();
  const id = knownOrganization(library.organization);
  try {
    return await work(link.line(id), id);
  } catch (error) {
    if (isFault(error, 'offline')) throw refused(texts.offline);
    if (!isFault(error, 'not-allowed', 'scope')) throw error;
    library.managing.refused(id);
    throw refused(texts.mayNotManage);
  }
}

/** Lists the top with all folders, because a folder's name appears in several lists. */
async function listAgain({ library }: Desk, place: LibraryPlace): Promise<void> {
  await library.check(null, true);
  if (place !== null) await library.check(place, true);
}

function aboveOf({ context: { journal }, library }: Desk, folder: ServiceId): LibraryPlace {
  return shelfOf(journal, library.organization, folder)?.parent ?? null;
}

function folderId(text: string): ServiceId {
  if (!isUuid(text)) throw refused(texts.noFolderId(text));
  return text.toLowerCase() as ServiceId;
}
