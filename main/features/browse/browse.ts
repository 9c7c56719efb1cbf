import { badRequest } from '../../../shared/fault.ts';
import type { Handlers, Input, Output } from '../../../shared/contract.ts';
import { isUuid, type ServiceId } from '../../../shared/ids.ts';
import type { ListQuestion, TreeFolder } from '../../../shared/features/browse/folder-model.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { compareKeys, naturalKey } from '../../core/names/natural-order.ts';
import type { Browsing, BrowsePlace } from '../../remote/browse/browsing.ts';
import type { PinnedFiles } from '../../items/pinned/pinned.ts';
import type { LibraryBrowsing } from '../library/browsing.ts';
import { libraryFolders, libraryHead } from '../library/library-header.ts';
import { baseSource, librarySource, type FolderFacts, mayHaveFolders, mirrorSource, type Source } from './sources.ts';
import { foldForSearch, type Line, type List, Lists } from './lists.ts';
import { FolderInsides } from './folder-inside.ts';
import type { AppContext } from '../../items/app-context.ts';
import { headOf, type Known, knownPlace, mirroredFolder, placeOf } from './places.ts';
import { splitPath } from '../../items/remote-path.ts';

type BrowseHandlers = Pick<
  Handlers,
  'files.window' | 'files.ids' | 'files.find' | 'files.folders' | 'files.check' | 'files.locate' | 'files.restoreFolder'
>;

/** Folders shown in the tree per parent; more are in the list only. */
const MOST_BRANCHES = 500;

/** Browsing everything that can be read, from the records. */
export function browseHandlers(
  context: AppContext,
  { browsing, library, kept, notes }: Pick<BrowseContext, 'browsing' | 'library' | 'kept' | 'notes'>,
): BrowseHandlers {
  const deps: BrowseContext = {
    context,
    browsing,
    library,
    kept,
    lists: new Lists(context),
    notes,
    insides: new FolderInsides(context),
  };
  return {
    'files.window': async question => windowOf(deps, question),
    'files.ids': async question =>
      listFor(deps, question)
        .list.lines.slice(question.from, question.to)
        .map(({ id }) => id),
    'files.find': async ({ wanted, ...question }) => found(listFor(deps, question).list, wanted),
    'files.folders': async ({ place }) => foldersIn(deps, place),
    'files.check': input => check(deps, input),
    'files.locate': ({ path }) => locate(deps, path),
    'files.restoreFolder': ({ id }) => restoreFolder(deps, id),
  };
}

interface BrowseContext extends FolderFacts {
  readonly context: AppContext;
  readonly browsing: Browsing;
  readonly library: LibraryBrowsing;
  readonly kept: PinnedFiles;
  readonly lists: Lists;
}

function windowOf(deps: BrowseContext, question: Input<'files.window'>): Output<'files.window'> {
  const { from, count, anchor, chosen } = question;
  const { known, source, list } = listFor(deps, question);
  const anchorAt = anchor === null ? -1 : list.lines.findIndex(({ id }) => id === anchor);
  return {
    head:
      known.kind === 'library'
        ? libraryHead(deps.context, deps.library, known.place)
        : headOf(deps.context.journal, deps.browsing, known),
    order: list.stamp,
    folders: list.folders,
    files: list.lines.length - list.folders,
    all: list.all,
    from,
    rows: [...source.rows(list.lines.slice(from, from + count))],
    anchorAt: anchorAt === -1 ? null : anchorAt,
    gone: missing(list, chosen ?? []),
  };
}

function missing({ lines }: List<Line>, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const left = new Set(ids);
  for (const { id } of lines) if (left.delete(id) && left.size === 0) break;
  return [...left];
}

function listFor(
  deps: BrowseContext,
  { place, sorting, filter }: ListQuestion,
): { known: Known; source: Source<Line>; list: List<Line> } {
  const { context, lists } = deps;
  const known = knownPlace(context.journal, place);
  // A source receives only lines that it made itself.
  const source = sourceOf(deps, known) as unknown as Source<Line>;
  return { known, source, list: lists.get(source, sorting, filter) };
}

function sourceOf({ context, browsing, library, kept, notes, insides }: BrowseContext, known: Known) {
  if (known.kind === 'mirror') return mirrorSource(context, { notes, insides }, known);
  return known.kind === 'library'
    ? librarySource(context, library, { place: known.place, kept })
    : baseSource(context, browsing, { place: known.place, kept, notes, insides });
}

function found({ lines }: List<Line>, wanted: Input<'files.find'>['wanted']): Output<'files.find'> {
  if ('id' in wanted)
    return lineAt(
      lines,
      lines.findIndex(({ id }) => id === wanted.id),
    );
  const prefix = foldForSearch(wanted.prefix);
  const begins = ({ name }: Line): boolean => foldForSearch(name).startsWith(prefix);
  const after = lines.findIndex((line, at) => at >= wanted.after && begins(line));
  return lineAt(lines, after === -1 ? lines.findIndex(begins) : after);
}

function lineAt(lines: readonly Line[], at: number): Output<'files.find'> {
  const line = lines[at];
  return line === undefined ? null : { at, id: line.id };
}

function foldersIn(deps: BrowseContext, place: FolderPlace): Output<'files.folders'> {
  const folders = allFolders(deps, place);
  const keyed = folders.map(folder => ({ folder, key: naturalKey(folder.name) }));
  keyed.sort((one, other) => compareKeys(one.key, other.key) || compareKeys(one.folder.name, other.folder.name));
  return { folders: keyed.slice(0, MOST_BRANCHES).map(({ folder }) => folder), total: folders.length };
}

function mirrorFolders(
  { journal }: AppContext,
  { mirror, folder }: Extract<Known, { kind: 'mirror' }>,
): readonly TreeFolder[] {
  return journal.shelves.folders(folder.id).map(({ id, name }) => ({
    place: { mirror: mirror.id, folder: String(id) },
    name,
    hasFolders: journal.shelves.hasFolders(id),
    isMirrored: false,
  }));
}

function baseFolders({ journal }: AppContext, browsing: Browsing, place: BrowsePlace): readonly TreeFolder[] {
  const shelf = journal.catalogue.find(browsing.organization, place);
  if (shelf === null) return [];
  const mirrored = new Map(journal.mirrors.all().map(mirror => [mirror.remoteId, mirror]));
  return journal.catalogue.folders(shelf.key).map(({ id, name }) => {
    const mirror = mirrored.get(id);
    if (mirror !== undefined)
      return { place: { mirror: mirror.id, folder: null }, name, hasFolders: false, isMirrored: true };
    const hasFolders = mayHaveFolders(journal, browsing.organization, id);
    return { place: { base: id }, name, hasFolders, isMirrored: false };
  });
}

async function check(
  { context, browsing, library, kept }: BrowseContext,
  { place, now, folders, wait }: Input<'files.check'>,
): Promise<null> {
  const known = knownPlace(context.journal, place);
  if (known.kind === 'mirror') {
    if (now) context.checkNow();
    return null;
  }
  const done =
    known.kind === 'library'
      ? library.check(known.place, now)
      : browsing
          .check(known.place, { isAsked: now, onlyFolders: folders })
          .then(() =>
            refreshPinned(context.journal, { kept, organization: browsing.organization, place: known.place }),
          );
  if (wait) await done;
  return null;
}

/** When a listing shows that a pinned file changed, it is fetched again. */
function refreshPinned(
  { catalogue }: AppContext['journal'],
  {
    kept,
    organization,
    place,
  }: { readonly kept: PinnedFiles; readonly organization: string; readonly place: BrowsePlace },
): void {
  if (kept.files.all().length === 0) return;
  const shelf = catalogue.find(organization, place);
  if (shelf !== null && shelf.fault === null) kept.listed(catalogue.entries(shelf.key));
}

/**
 * Resolves names from the top, listing folders as needed.
 * @throws FaultError when there is no such path, or more than one.
 */
async function locate(deps: BrowseContext, path: string): Promise<FolderPlace> {
  const { journal } = deps.context;
  if (isUuid(path)) return placeOf(knownPlace(journal, { base: path }));
  let place: FolderPlace = { base: null };
  for (const name of splitPath(path)) {
    await check(deps, { place, now: false, folders: true, wait: true });
    const wanted = name.normalize('NFC');
    const folders: readonly TreeFolder[] = allFolders(deps, place).filter(
      folder => folder.name.normalize('NFC') === wanted,
    );
    const folder: TreeFolder | undefined = folders[0];
    if (folder === undefined) throw badRequest(browseTexts.notFound(path));
    if (folders.length > 1) throw badRequest(browseTexts.several(path, folders.map(idOf)));
    ({ place } = folder);
  }
  return placeOf(knownPlace(journal, place));
}

function allFolders({ context, browsing, library }: BrowseContext, place: FolderPlace): readonly TreeFolder[] {
  const known = knownPlace(context.journal, place);
  if (known.kind === 'library') return libraryFolders(context, library, known.place);
  return known.kind === 'mirror' ? mirrorFolders(context, known) : baseFolders(context, browsing, known.place);
}

function idOf({ place }: TreeFolder): string {
  return 'base' in place
    ? String(place.base)
    : 'mirror' in place
      ? `${place.mirror}/${place.folder ?? ''}`
      : 'list' in place
        ? place.list
        : String(place.library);
}

/**
 * Restores a folder at the service. Its refusal is passed on. The listing is refreshed, and a mirror that contains the
 * folder is checked.
 */
async function restoreFolder({ context, browsing }: BrowseContext, id: string): Promise<null> {
  if (!isUuid(id)) throw badRequest(browseTexts.notFound(id));
  const folder = id.toLowerCase() as ServiceId;
  const { journal, engine } = context;
  const organization = browsing.organization === '' ? null : browsing.organization;
  await (await engine.connection()).api(organization).restoreFolder(folder);
  const archive = journal.catalogue.find(browsing.organization, 'archived');
  if (archive !== null) journal.transaction(() => journal.catalogue.drop(archive.key, folder));
  const above = journal.catalogue.find(browsing.organization, folder)?.parent ?? null;
  const places: readonly BrowsePlace[] = ['archived', folder, ...(above === null ? (['roots'] as const) : [above])];
  for (const place of places) {
    const isKnown = journal.catalogue.find(browsing.organization, place) !== null;
    const isMirrors = isUuid(place) && mirroredFolder(journal, place as ServiceId) !== null;
    if (isKnown && !isMirrors) void browsing.check(place, { isAsked: true, onlyFolders: false });
  }
  context.changed();
  context.checkNow();
  return null;
}
