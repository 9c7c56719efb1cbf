import type { Handlers, Input } from '../../../shared/contract.ts';
import { badRequest } from '../../../shared/fault.ts';
import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { FolderView, FreedFiles } from '../../../shared/features/browse/file-row-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { onlineOnlyTexts } from '../../../shared/features/browse/online-only-text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Item } from '../../core/item.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { filesBelow, itemAt, nameOf, placeInMirror } from '../../items/local/local-path.ts';
import type { AppContext } from '../../items/app-context.ts';
import { dehydrateFile, setFolderOnlineOnly, hydrateFile } from '../../local/act/free-space.ts';
import { thingsOf } from '../../items/resolve-id.ts';
import { MirrorRows } from './mirror-rows.ts';
import { Notes } from './folder-notes.ts';
import { goneFault } from './places.ts';

/** Files in the mirrored folders, from the journal: works offline. */
export function fileHandlers(context: AppContext): Pick<Handlers, 'files.list'> {
  // One for all questions: what is open in a mirror is made again only as often as its throttle lets it.
  const notes = new Notes(context);
  return {
    'files.list': ({ mirror: id, folder }) => {
      const mirror = context.journal.mirrors.get(id as MirrorId);
      if (mirror === null) return Promise.reject(goneFault('This mirrored folder is no longer set up.'));
      return Promise.resolve(
        folderView({ context, notes }, mirror, folder === null ? mirror.rootItem : (Number(folder) as ItemId)),
      );
    },
  };
}

function folderView(
  { context, notes }: { readonly context: AppContext; readonly notes: Notes },
  mirror: Mirror,
  folder: ItemId,
): FolderView {
  const { journal } = context;
  const item = journal.items.get(folder);
  if (item === null || item.kind !== 'folder') throw goneFault('This folder is no longer there.');
  const checkedAt = journal.listings.listedAt(folder) ?? mirror.checkedAt;
  const children = journal.items.children(folder);
  context.engine.noteShownFiles(children.filter(({ kind }) => kind === 'file').map(({ id }) => id));
  const rows = new MirrorRows(context, notes, { mirror, folder });
  return {
    mirror: mirror.id,
    folder: folder === mirror.rootItem ? null : String(folder),
    breadcrumbs: breadcrumbs(context, mirror, item),
    rows: children.map(child => rows.row(child)),
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
  };
}

function breadcrumbs({ journal }: AppContext, mirror: Mirror, folder: Item): { id: string; name: string }[] {
  const crumbs: { id: string; name: string }[] = [];
  const seen = new Set<ItemId>();
  for (let at: Item | null = folder; at !== null && at.id !== mirror.rootItem && !seen.has(at.id);) {
    seen.add(at.id);
    crumbs.unshift({ id: String(at.id), name: nameOf(at) });
    const parent: ItemId | undefined = at.local?.parent ?? at.remote?.parent;
    at = parent === undefined ? null : journal.items.get(parent);
  }
  return crumbs;
}

/** Freeing space on this computer, and downloading files again. */
export function onlineOnlyHandlers(context: AppContext): Pick<Handlers, 'files.free' | 'files.keep'> {
  return {
    'files.free': named => context.engine.exclusively(() => free(context, named)),
    'files.keep': named => context.engine.exclusively(() => keep(context, named)),
  };
}

/** Absolute local paths, or row ids. */
type Names = Input<'files.free'>;

async function free(context: AppContext, names: Names): Promise<FreedFiles> {
  const found = await findAll(context, names);
  const done = { files: 0, sizeBytes: 0, refused: [] as FreedFiles['refused'] };
  for (const { mirror, item } of found) {
    const mirrorContext = await context.engine.context(mirror);
    const { files, folders } = filesBelow(context.journal, item);
    for (const folder of folders) setFolderOnlineOnly(mirrorContext, folder, true);
    // Online-only files in a folder need nothing; for one that was named itself, report that it is not here.
    for (const file of files.filter(each => each.local !== null || each.id === item.id)) {
      const path = context.journal.pathOf(file.id);
      const freed = await dehydrateFile(mirrorContext, file.id);
      if ('refusal' in freed)
        done.refused.push({ mirror: mirror.id, path, reason: freed.refusal, text: refusalText(freed.refusal) });
      else {
        done.files += 1;
        done.sizeBytes += freed.bytes;
      }
    }
  }
  context.changed();
  return done;
}

async function keep(context: AppContext, names: Names): Promise<{ files: number }> {
  const found = await findAll(context, names);
  for (const { mirror, path } of found) if (mirror.mode === 'upload') throw badRequest(onlineOnlyTexts.sendsOnly(path));
  let count = 0;
  for (const { item } of found) {
    const { files, folders } = filesBelow(context.journal, item);
    for (const folder of folders) setFolderOnlineOnly(context, folder, false);
    for (const file of files) if (hydrateFile(context, file.id)) count += 1;
  }
  context.changed();
  context.checkNow();
  return { files: count };
}

interface Named {
  readonly mirror: Mirror;
  readonly item: Item;
  readonly path: string;
}

/** Resolves all names first, so that nothing is done when one is wrong. */
async function findAll(context: AppContext, names: Names): Promise<readonly Named[]> {
  return 'ids' in names ? findIds(context, names.ids) : findPaths(context, names.paths);
}

function findIds({ journal }: AppContext, ids: readonly string[]): readonly Named[] {
  return thingsOf(journal, ids).map(thing => {
    if (thing.where === 'service') throw badRequest(refusalTexts.notMirrored);
    return { ...thing, path: journal.pathOf(thing.item.id) };
  });
}

async function findPaths({ journal, world }: AppContext, paths: readonly string[]): Promise<readonly Named[]> {
  const found: Named[] = [];
  for (const path of paths) {
    const place = await placeInMirror(world.disk, journal, path);
    if (place === null) throw badRequest(onlineOnlyTexts.notMirrored(path));
    const item = itemAt(journal, place);
    if (item === null) throw badRequest(onlineOnlyTexts.unknown(path));
    found.push({ mirror: place.mirror, item, path });
  }
  return found;
}

function refusalText(refusal: string): string {
  return onlineOnlyTexts.refusal(refusal);
}
