import { FaultError } from '../../shared/fault.ts';
import { isUuid } from '../../shared/ids.ts';
import type { ServiceId } from '../../shared/ids.ts';
import type { ServiceApi } from '../remote/api/service.ts';
import type { RemoteFolder } from '../remote/api/shapes.ts';

/** A folder of the service with its path and the ids of its ancestors. */
export interface FoundFolder {
  readonly id: ServiceId;
  readonly path: string;
  readonly above: readonly ServiceId[];
}

/**
 * Finds a folder named by UUID, or by names joined by `/` from a root folder (`/` in a name is `\/`). @throws
 * FaultError `bad-request` when there is none, or several (then with their ids).
 */
export async function findFolder(api: ServiceApi, named: string): Promise<FoundFolder> {
  if (isUuid(named)) return byId(api, named.toLowerCase() as ServiceId);
  const names = splitPath(named);
  if (names.length === 0) throw notFound(named);
  let level: readonly RemoteFolder[] = await api.roots();
  let above: readonly ServiceId[] = [];
  for (const [depth, name] of names.entries()) {
    const found = level.filter(folder => !folder.isGone && folder.name.normalize('NFC') === name.normalize('NFC'));
    const [folder] = found;
    if (folder === undefined)
      throw notFound(
        names
          .slice(0, depth + 1)
          .map(escaped)
          .join('/'),
      );
    if (found.length > 1) throw several(named, found);
    if (depth === names.length - 1) return { id: folder.id, path: names.map(escaped).join('/'), above };
    above = [...above, folder.id];
    level = await api.children(folder.id);
  }
  throw notFound(named);
}

/** Ids of a folder's ancestors, root first. */
export async function foldersAbove(api: ServiceApi, id: ServiceId): Promise<readonly ServiceId[]> {
  const folder = await api.folder(id);
  const crumbs = folder.breadcrumbs.map(crumb => crumb.id).filter(crumb => crumb !== id);
  return crumbs.length === 0 && folder.parent !== null ? [folder.parent] : crumbs;
}

async function byId(api: ServiceApi, id: ServiceId): Promise<FoundFolder> {
  try {
    const folder = await api.folder(id);
    if (folder.isGone) throw notFound(id);
    const crumbs = folder.breadcrumbs.filter(crumb => crumb.id !== id);
    const path = [...crumbs.map(({ name }) => name), folder.name].map(escaped).join('/');
    return { id, path, above: crumbs.map(crumb => crumb.id) };
  } catch (error) {
    if (error instanceof FaultError && ['gone', 'not-allowed'].includes(error.fault.kind)) throw notFound(id);
    throw error;
  }
}

/** Splits at `/` but not at `\/`. Empty names are skipped. */
export function splitPath(path: string): readonly string[] {
  const names: string[] = [];
  let name = '';
  for (let at = 0; at < path.length; at++) {
    const isEscaped = path[at] === '\\' && path[at + 1] === '/';
    if (isEscaped) at += 1;
    if (path[at] === '/' && !isEscaped) {
      names.push(name);
      name = '';
    } else name += path[at];
  }
  return [...names, name].filter(part => part !== '');
}

function escaped(name: string): string {
  return name.replaceAll('/', '\\/');
}

function notFound(path: string): FaultError {
  const detail = `There is no folder '${path}' at the service that you can see. Check the name, or give the folder's id.`;
  return new FaultError({ kind: 'bad-request', detail });
}

function several(path: string, folders: readonly RemoteFolder[]): FaultError {
  const ids = folders.map(({ id }) => id).join(', ');
  return new FaultError({
    kind: 'bad-request',
    detail: `Several folders are called '${path}': ${ids}. Give the id of the one you mean.`,
  });
}
