import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import { MOST_ROWS } from '../../../shared/features/browse/contract.ts';
import type { Output } from '../../../shared/contract.ts';
import type { TreeFolder } from '../../../shared/features/browse/folder-model.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { splitPath } from '../../items/remote-path.ts';
import type { Candidate, Listed, Named, Source } from './candidates.ts';

/** As many as a person looks through. */
const SOME = 50;

/**
 * What an engine knows for a source; `typed` is what stands there already. The service is asked only for what is not kept
 * here: tasks, working copies, projects and connections.
 */
export async function knownTo(
  client: EngineClient,
  source: Exclude<Source, 'files'>,
  typed: string,
): Promise<readonly Candidate[]> {
  if (source === 'base' || source === 'baseFiles') return pathsOf(client, typed, source === 'baseFiles');
  if (source === 'settings') {
    const settings = await client.call('settings.describe', null);
    return settings.map(({ name, value }) => ({ value: name, about: `now ${value}` }));
  }
  return LISTS[source](client);
}

const LISTS: { readonly [L in Listed | Named]: (client: EngineClient) => Promise<readonly Candidate[]> } = {
  mirror: async client =>
    (await client.call('mirrors.list', null)).map(({ id, local }) => ({ value: id, about: local })),
  conflicts: async client =>
    (await client.call('conflicts.list', null)).map(({ id, path }) => ({ value: id, about: path })),
  guards: async client =>
    (await client.call('guards.list', null)).map(({ id, items, of }) => ({ value: id, about: `${items} of ${of}` })),
  problems: async client =>
    (await client.call('problems.list', null)).map(({ id, path }) => ({ value: id, about: path })),
  removed: async client => stored(client),
  store: async client => stored(client),
  undo: async client =>
    (await client.call('activity.undoable', { limit: SOME })).map(({ id, text }) => ({ value: id, about: text })),
  ignore: async client => {
    const rules = await client.call('rules.list', { mirror: null });
    return rules.filter(({ origin }) => origin === 'mirror').map(({ pattern }) => ({ value: pattern, about: '' }));
  },
  task: async client => {
    const { tasks } = await client.call('chat.tasks', { status: 'all', search: '', page: 1 });
    return tasks.map(({ id, title }) => ({ value: id, about: title }));
  },
  message: async client =>
    (await client.call('chat.outbox', null)).map(({ id, text }) => ({ value: id, about: text.slice(0, 200) })),
  copy: async client =>
    (await client.call('chat.workingCopies', { task: null, file: null })).map(({ copy, name }) => {
      return { value: copy, about: name };
    }),
  project: async client =>
    (await client.call('projects.list', {})).projects.map(({ id, name }) => ({ value: id, about: name })),
  connection: async client => {
    const { connections } = await client.call('connections.list', { scope: null, archived: false });
    return connections.map(({ id, name }) => ({ value: id, about: name }));
  },
};

async function stored(client: EngineClient): Promise<readonly Candidate[]> {
  return (await client.call('store.list', null)).map(({ id, path }) => ({ value: id, about: path }));
}

/** Paths of the knowledge base that go on where `typed` ends, as they were listed last. */
async function pathsOf(client: EngineClient, typed: string, withFiles: boolean): Promise<readonly Candidate[]> {
  const cut = lastSlash(typed) + 1;
  const above = typed.slice(0, cut);
  const place = await placeAt(client, splitPath(above));
  if (place === null) return [];
  const { rows } = await client.call('files.window', {
    place,
    sorting: { column: 'name', direction: 'ascending' },
    filter: typed.slice(cut).replaceAll('\\/', '/').slice(0, 200),
    from: 0,
    count: MOST_ROWS,
    anchor: null,
    chosen: [],
  });
  return rows
    .filter(({ kind }) => kind === 'folder' || withFiles)
    .map(({ kind, name }) => ({
      value: `${above}${name.replaceAll('/', '\\/')}${kind === 'folder' ? '/' : ''}`,
      about: '',
    }));
}

async function placeAt(client: EngineClient, names: readonly string[]): Promise<FolderPlace | null> {
  let place: FolderPlace = { base: null };
  for (const name of names) {
    const { folders }: Output<'files.folders'> = await client.call('files.folders', { place });
    const folder: TreeFolder | undefined = folders.find(each => each.name.normalize('NFC') === name.normalize('NFC'));
    if (folder === undefined) return null;
    ({ place } = folder);
  }
  return place;
}

/** Where the last `/` is that separates names; a `/` in a name is `\/`. */
function lastSlash(path: string): number {
  for (let at = path.length - 1; at >= 0; at -= 1) if (path[at] === '/' && path[at - 1] !== '\\') return at;
  return -1;
}
