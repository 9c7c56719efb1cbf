import type { Handlers, Input } from '../../../shared/contract.ts';
import type { FreedFiles } from '../../../shared/features/browse/file-row-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { onlineOnlyTexts } from '../../../shared/features/browse/online-only-text.ts';
import type { Item } from '../../core/item.ts';
import { dehydrateFile, setFolderOnlineOnly, hydrateFile } from '../../local/act/free-space.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { filesBelow, itemAt, placeInMirror } from '../../items/local/local-path.ts';
import { refused, thingsOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Freeing space on this computer, and having files here again. */
export function onlineOnlyHandlers(parts: AppContext): Pick<Handlers, 'files.free' | 'files.keep'> {
  return {
    'files.free': named => parts.engine.exclusively(() => free(parts, named)),
    'files.keep': named => parts.engine.exclusively(() => keep(parts, named)),
  };
}

/** Absolute paths on this computer, or ids of rows. */
type Names = Input<'files.free'>;

async function free(parts: AppContext, names: Names): Promise<FreedFiles> {
  const found = await findAll(parts, names);
  const done = { files: 0, sizeBytes: 0, refused: [] as FreedFiles['refused'] };
  for (const { mirror, item } of found) {
    const context = await parts.engine.context(mirror);
    const { files, folders } = filesBelow(parts.journal, item);
    for (const folder of folders) setFolderOnlineOnly(context, folder, true);
    // In a folder, what is not here is as it is wanted; a file that was named is said to be elsewhere.
    for (const file of files.filter(each => each.local !== null || each.id === item.id)) {
      const path = parts.journal.pathOf(file.id);
      const freed = await dehydrateFile(context, file.id);
      if ('refusal' in freed)
        done.refused.push({ mirror: mirror.id, path, reason: freed.refusal, text: refusalText(freed.refusal) });
      else {
        done.files += 1;
        done.sizeBytes += freed.bytes;
      }
    }
  }
  parts.changed();
  return done;
}

async function keep(parts: AppContext, names: Names): Promise<{ files: number }> {
  const found = await findAll(parts, names);
  for (const { mirror, path } of found) if (mirror.mode === 'upload') throw refused(onlineOnlyTexts.sendsOnly(path));
  let count = 0;
  for (const { item } of found) {
    const { files, folders } = filesBelow(parts.journal, item);
    for (const folder of folders) setFolderOnlineOnly(parts, folder, false);
    for (const file of files) if (hydrateFile(parts, file.id)) count += 1;
  }
  parts.changed();
  parts.checkNow();
  return { files: count };
}

interface Named {
  readonly mirror: Mirror;
  readonly item: Item;
  readonly path: string;
}

/** Nothing is done when one of the names is wrong. */
async function findAll(parts: AppContext, names: Names): Promise<readonly Named[]> {
  return 'ids' in names ? findIds(parts, names.ids) : findPaths(parts, names.paths);
}

function findIds({ journal }: AppContext, ids: readonly string[]): readonly Named[] {
  return thingsOf(journal, ids).map(thing => {
    if (thing.where === 'service') throw refused(refusalTexts.notMirrored);
    return { ...thing, path: journal.pathOf(thing.item.id) };
  });
}

async function findPaths({ journal, world }: AppContext, paths: readonly string[]): Promise<readonly Named[]> {
  const found: Named[] = [];
  for (const path of paths) {
    const place = await placeInMirror(world.disk, journal, path);
    if (place === null) throw refused(onlineOnlyTexts.notMirrored(path));
    const item = itemAt(journal, place);
    if (item === null) throw refused(onlineOnlyTexts.unknown(path));
    found.push({ mirror: place.mirror, item, path });
  }
  return found;
}

function refusalText(refusal: string): string {
  return onlineOnlyTexts.refusal(refusal);
}
