import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ServiceApi } from '../api/service.ts';
import type { RemoteFile, RemoteFolder } from '../api/shapes.ts';

/** Longer names are cut before they are kept: the rest is not readable in a list. In UTF-16 units. */
const LONGEST_NAME = 1000;
/** Most folders that are asked about one by one, to find out whether they can be read. */
const MOST_ASKED = 20;

/** A folder in the form that listings are kept in. */
export function shownFolder({ id, name, archivedAt }: RemoteFolder): ShelfEntry {
  return { id, kind: 'folder', name: cut(name), sizeBytes: null, updatedAt: archivedAt, extraction: null };
}

/** A file in the form that listings are kept in. */
export function shownFile({ id, name, sizeBytes, updatedAt, extraction }: RemoteFile): ShelfEntry {
  return { id, kind: 'file', name: cut(name), sizeBytes, updatedAt, extraction };
}

/**
 * Visible files in no readable folder.
 * GAP: no call lists them; they are searched for in the list of all files, which the service cuts after some 200 rows,
 * so there may be more.
 */
export async function looseFiles(
  api: ServiceApi,
  journal: Journal,
  organization: string,
): Promise<readonly ShelfEntry[]> {
  const files = (await api.filesEverywhere()).filter(file => !file.isGone);
  const folders = new Set(files.flatMap(({ folderId }) => folderId ?? []));
  const unknown = [...folders].filter(id => !isKnown(journal, organization, id));
  const closed = new Set<ServiceId>();
  for (const id of unknown.slice(0, MOST_ASKED)) if (!(await canBeRead(api, id))) closed.add(id);
  return files.filter(({ folderId }) => folderId === null || closed.has(folderId)).map(shownFile);
}

function isKnown(journal: Journal, organization: string, folder: ServiceId): boolean {
  if (journal.catalogue.standings(organization, folder).length > 0) return true;
  return journal.mirrors
    .all()
    .some(mirror => mirror.remoteId === folder || journal.items.byRemoteId(mirror.id, folder) !== null);
}

async function canBeRead(api: ServiceApi, folder: ServiceId): Promise<boolean> {
  try {
    return !(await api.folder(folder)).isGone;
  } catch (error) {
    if (error instanceof FaultError && ['gone', 'not-allowed'].includes(error.fault.kind)) return false;
    throw error;
  }
}

/** Not between the two halves of a surrogate pair. */
function cut(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const short = name.slice(0, LONGEST_NAME);
  return /[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short;
}
