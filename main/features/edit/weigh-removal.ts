import type { Weight } from '../../../shared/features/edit/model.ts';
import { isMassRemoval } from '../../core/policy/removal-limits.ts';
import type { Item } from '../../core/item.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { readSettings } from '../../engine/context/settings.ts';
import { filesBelow } from '../../items/local/local-path.ts';
import type { MirroredThing, Thing } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { weighOlderOf } from './older-versions.ts';
import { isHere } from '../../items/locate-item.ts';
import { detailOf, serviceOf } from '../../items/require-remote.ts';

/** What a removal would include, from the records: works offline, except for what only the service knows. */
export async function weigh(context: AppContext, things: readonly Thing[]): Promise<Weight> {
  const { journal } = context;
  // GAP: a UUID alone does not tell a file from a folder, and checking would need the service.
  const mirrored = things.filter(thing => thing.where === 'mirror');
  const below = mirrored.map(({ item }) => filesBelow(journal, item));
  const files = below.flatMap(each => each.files);
  return {
    files: files.length,
    folders: below.reduce((sum, { folders }) => sum + folders.length, 0),
    sizeBytes: files.reduce((sum, { local, remote }) => sum + (local?.sizeBytes ?? remote?.sizeBytes ?? 0), 0),
    unsent: files.filter(isUnsent).length,
    onlyThere: files.filter(file => !isHere(file)).length,
    unseenFolders: things.length - mirrored.length,
    holdSeconds: readSettings(journal.facts).deleteHoldSeconds,
    isAsked: isAsked(context, mirrored),
    older: (await weighOlderOf(context, things)).weight,
  };
}

function isUnsent({ local, agreed }: Item): boolean {
  return local !== null && (agreed === null || local.sha256 === null || local.sha256 !== agreed.sha256);
}

/** Whether these are enough for the engine to ask before it removes them at the service, by its own rule. */
function isAsked({ journal, world }: AppContext, things: readonly MirroredThing[]): boolean {
  const { guardItems: items, guardPercent: percent } = readSettings(journal.facts);
  return journal.mirrors.all().some(({ id }) => {
    const ids = things
      .filter(({ mirror }) => mirror.id === id)
      .flatMap(({ item }) => {
        const { files, folders } = filesBelow(journal, item);
        return [...files.map(file => file.id), ...folders];
      });
    const going = [...new Set(ids)].filter(each => {
      const item = journal.items.get(each);
      return item !== null && item.agreed !== null && isHere(item);
    }).length;
    const recent = journal.guards.recentRemovals(id, 'here', world.clock.now());
    return going > 0 && isMassRemoval(going + recent, journal.items.countAgreed(id) + recent, { items, percent });
  });
}

/** Names of the readers of an item; null when the service does not tell. @throws FaultError `offline` and the like. */
export async function readersOf(context: AppContext, thing: Thing): Promise<readonly string[] | null> {
  const api = await serviceOf(context, thing.where === 'mirror' ? thing.mirror : null);
  const { id, kind } =
    thing.where === 'mirror' ? { id: thing.item.remote?.id, kind: thing.item.kind } : await detailOf(api, thing);
  if (id === undefined) return null;
  try {
    const readers = await (kind === 'folder' ? api.readers(id) : api.fileReaders(id));
    return [...new Set(readers.map(({ name }) => name))];
  } catch (error) {
    if (isFault(error, 'not-allowed', 'scope', 'refused', 'gone', 'failing')) return null;
    throw error;
  }
}
