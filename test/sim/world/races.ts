import type { FakeService } from '../service/fake-service.ts';
import type { FakeRequest, FakeResponse } from '../service/fake-exchange.ts';
import type { Ledger } from './ledger.ts';
import type { TreeEntry } from '../service/service-tree.ts';

/** The header that tells the simulated service which computer asks; a real one has no such thing. */
export const ASKED_BY = 'x-asked-by';

/**
 * The races that the service's interface leaves open and that the product admits (`RACE:` at its removals and at undoing
 * a version): these calls have no precondition, so what a colleague does between our last look and the call goes with a
 * removal, or under the version brought back. Such a content counts as
 * given up, but only if it really came after the last look at that very thing; all else stays lost.
 */
export function watchRaces(service: FakeService, ledger: Ledger): void {
  const answer = service.handle.bind(service);
  /** By who looked, and at what: what one computer has seen says nothing about another one's last look. */
  const seen = new Map<string, number>();
  const changed = new Map<string, number>();
  let now = 0;
  const isNewerThan = (look: number, { id }: { id: string }): boolean => (changed.get(id) ?? 0) > look;
  const giveUp = ({ bytes }: { bytes: Uint8Array }): void => ledger.giveUp(new TextDecoder().decode(bytes));
  const giveUpHead = (look: number, file: string): void => {
    for (const version of service.sights.versionsOf(file).slice(-1))
      if (isNewerThan(look, { id: file })) giveUp(version);
  };
  /** Which folders are in it tells another list than which files are; what is further down is listed after the former. */
  const giveUpArchived = (atFiles: number, atFolders: number, folder: string): void => {
    const inside = service.sights.tree(folder);
    const isNew = (entry: TreeEntry): boolean =>
      isNewerThan(entry.kind === 'file' && !entry.path.includes('/') ? atFiles : atFolders, entry);
    const came = inside.filter(entry => entry.kind === 'folder' && isNew(entry));
    for (const entry of inside)
      if (entry.kind === 'file' && (isNew(entry) || came.some(({ path }) => isIn(path, entry.path)))) giveUp(entry);
  };
  service.handle = (request: FakeRequest): FakeResponse => {
    now += 1;
    const asked = askedOf(request);
    const by = request.headers[ASKED_BY] ?? '';
    const look = seen.get(`${by} ${asked.id}`) ?? 0;
    if (asked.look !== null) seen.set(`${by} ${asked.look}`, now);
    if (asked.isCovering || asked.isRemoving) giveUpHead(look, asked.id);
    if (asked.isArchiving) giveUpArchived(look, seen.get(`${by} ${asked.id} folders`) ?? 0, asked.id);
    const parent = parentOf(service, asked.id);
    const answered = answer(request);
    // Only now: a version that is brought back is a change too, but none that it could cover itself.
    if (asked.isChange) changed.set(asked.id, now);
    // A folder that is moved somewhere brings with it what is in it.
    if (parentOf(service, asked.id) !== parent) changed.set(asked.id, now);
    return answered;
  };
}

interface Asked {
  readonly id: string;
  /** What is looked at: a file, the files in a folder, or the folders in it. */
  readonly look: string | null;
  readonly isCovering: boolean;
  readonly isRemoving: boolean;
  readonly isArchiving: boolean;
  readonly isChange: boolean;
}

function askedOf({ method, url }: FakeRequest): Asked {
  const [, things, id = '', what = ''] = /\/api\/v1\/(files|folders)\/([0-9a-f-]{36})\/?([a-z]*)/.exec(url) ?? [];
  const isFile = things === 'files';
  return {
    id,
    look: method === 'GET' ? lookOf({ id, isFile, what }) : null,
    isCovering: method === 'POST' && isFile && /\/versions\/[^/]+\/restore$/.test(url),
    isRemoving: method === 'DELETE' && isFile,
    isArchiving: method === 'POST' && what === 'archive',
    isChange: method !== 'GET' && method !== 'DELETE' && isFile,
  };
}

function lookOf({ id, isFile, what }: { id: string; isFile: boolean; what: string }): string | null {
  if (what === 'children') return `${id} folders`;
  return what === (isFile ? '' : 'files') ? id : null;
}

function parentOf(service: FakeService, folder: string): string | null {
  return service.sights.folders().find(({ id }) => id === folder)?.parentFolderId ?? null;
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}
