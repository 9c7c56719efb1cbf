import type { ServiceId } from '../../../shared/ids.ts';
import type { FolderMeasure, RemoteFolderInfo } from '../../../shared/features/set-up/model.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import type { RemoteFile, RemoteFolder } from '../../remote/api/shapes.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Top-level folders of the service itself, never offered. */
const SPECIAL = new Set(['memory', 'tasks', 'uploads', 'drafts', 'working copies']);
/** A larger tree is not walked only to count it. */
const MOST_FOLDERS = 400;

/** The folders in a folder of the service; null: the top level. */
export async function foldersIn(context: AppContext, parent: string | null): Promise<RemoteFolderInfo[]> {
  const api = await currentApi(context);
  const found = parent === null ? await api.roots() : await api.children(parent as ServiceId);
  const mirrors = new Map(context.journal.mirrors.all().map(({ remoteId, id }) => [remoteId, id]));
  return found
    .filter(({ isGone }) => !isGone)
    .map(folder => infoOf(folder, parent === null, mirrors.get(folder.id) ?? null))
    .sort((a, b) => Number(a.isSpecial) - Number(b.isSpecial) || a.name.localeCompare(b.name, 'en'));
}

function infoOf({ id, name }: RemoteFolder, isTop: boolean, mirror: string | null): RemoteFolderInfo {
  const isSpecial = isTop && SPECIAL.has(name.trim().toLowerCase());
  return { id, name, hasFolders: null, files: null, isSpecial, mirror };
}

/** The service as the active organization sees it. */
export async function currentApi({ engine, journal }: AppContext): Promise<ServiceApi> {
  return (await engine.connection()).api(journal.facts.get('organization'));
}

/** Counts a folder with everything below it. */
export async function measureFolder(context: AppContext, folder: string): Promise<FolderMeasure> {
  const api = await currentApi(context);
  let [files, folders, bytes] = [0, 0, 0];
  const isWhole = await walkRemote(api, folder as ServiceId, MOST_FOLDERS, seen => {
    folders += seen.folders.length;
    files += seen.files.length;
    for (const { sizeBytes } of seen.files) bytes += sizeBytes ?? 0;
  });
  return { files, folders, bytes, isWhole };
}

/** A folder visited by a walk, with its direct content. */
export interface SeenThere {
  readonly path: readonly string[];
  readonly folders: readonly RemoteFolder[];
  readonly files: readonly RemoteFile[];
}

/** Walks a tree of the service level by level. @returns whether the walk was complete. */
export async function walkRemote(
  api: ServiceApi,
  root: ServiceId,
  mostFolders: number,
  see: (seen: SeenThere) => void,
): Promise<boolean> {
  const known = new Set<ServiceId>([root]);
  let level: readonly { id: ServiceId; path: readonly string[] }[] = [{ id: root, path: [] }];
  let left = mostFolders;
  while (level.length > 0) {
    const now = level.slice(0, left);
    left -= now.length;
    const all = await Promise.all(now.map(at => lookInto(api, at)));
    for (const seen of all) see(seen);
    if (now.length < level.length) return false;
    level = all.flatMap(({ path, folders }) =>
      folders
        .filter(({ id }) => !known.has(id) && known.add(id).size > 0)
        .map(({ id, name }) => ({ id, path: [...path, name] })),
    );
  }
  return true;
}

async function lookInto(
  api: ServiceApi,
  { id, path }: { readonly id: ServiceId; readonly path: readonly string[] },
): Promise<SeenThere> {
  const [folders, files] = await Promise.all([api.children(id), api.filesIn(id)]);
  return { path, folders: folders.filter(({ isGone }) => !isGone), files: files.filter(({ isGone }) => !isGone) };
}
