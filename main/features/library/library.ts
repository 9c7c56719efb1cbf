import type { Handlers, Output } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import { isUuid, type ServiceId } from '../../../shared/ids.ts';
import type { ChatOrigin } from '../../../shared/features/chat/files-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { keptTexts, libraryTexts as texts } from '../../../shared/features/library/text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Browsing } from '../../remote/browse/browsing.ts';
import { isOld, type PinnedFile, troubleOfKept } from '../../items/pinned/pinned-files.ts';
import type { PinCandidate, PinnedFiles } from '../../items/pinned/pinned.ts';
import { isHere } from '../../items/target-folder.ts';
import { thingOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { splitPath } from '../../items/remote-path.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import { checkedName } from '../../items/local/free-name.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';
import { pinnedFrom, Origins } from '../chat/files/origins.ts';
import type { LibraryBrowsing } from './browsing.ts';
import { copyFiles } from './copying.ts';
import { publish, readersOfLibrary, withdraw } from './publishing.ts';
import { everythingIn, isLibraryFolder, type LibraryPlace, shelfOf } from './shelves.ts';
import { knownOrganization } from './listing.ts';

/** What the library's handlers need. */
interface LibraryContext {
  readonly context: AppContext;
  readonly browsing: Browsing;
  readonly library: LibraryBrowsing;
  readonly kept: PinnedFiles;
}

type Section = (keyof Handlers & `library.${string}`) | 'files.copy';

/** The library, pinned files outside of the mirrors, and copying at the service. */
export function libraryHandlers(deps: LibraryContext): Pick<Handlers, Section> {
  const { kept } = deps;
  return {
    'library.keep': input => keep(deps, input),
    'library.letGo': async ({ ids }) => kept.letGo(await filesOf(deps, ids)),
    'library.kept': async () => {
      const origins = new Origins(deps.context.journal.facts).byFile();
      return kept.files.all().map(file => keptRow(kept, file, origins.get(file.id) ?? null));
    },
    'library.locate': ({ path }) => locate(deps, path),
    'files.copy': ({ ids, to }) => copyFiles(deps.context, ids, to),
    'library.readers': () => readersOfLibrary(deps),
    'library.publish': input => publish(deps, input),
    'library.withdraw': input => withdraw(deps, input),
    'library.newFolder': ({ parent, name }) => makeFolder(deps, parent, name),
    'library.renameFolder': ({ id, name }) => renameFolder(deps, id, name),
    'library.removeFolder': async ({ id }) => {
      await removeFolder(deps, id);
      return null;
    },
  };
}

/** Pins files or folders; lists what was never listed, so that a folder is pinned completely. @throws FaultError. */
async function keep(
  deps: LibraryContext,
  { ids, wait }: { readonly ids: readonly string[]; readonly wait?: boolean | undefined },
): Promise<Output<'library.keep'>> {
  const { context, library, kept } = deps;
  const left: Output<'library.keep'>['left'] = [];
  const wanted = new Map<ServiceId, PinCandidate>();
  for (const id of ids) {
    const found = await keepables(deps, id);
    for (const file of found) {
      const thing = thingOf(context.journal, file.id);
      if (thing.where === 'service') wanted.set(file.id, file);
      else if (!isHere(thing.item)) left.push({ id, path: file.name, text: keptTexts.mirrored });
    }
    if (found.length === 0) left.push({ id, path: nameOfFolder(deps, id), text: keptTexts.nothing });
  }
  const files = kept.want(library.organization, [...wanted.values()]);
  if (wait !== true) return { files, left };
  await kept.fetchAll();
  for (const { id, name, copy, fault } of [...wanted.keys()].flatMap(each => kept.files.find(each) ?? []))
    if (copy === null && fault !== null) left.push({ id, path: name, text: troubleOfKept({ id, name, fault }) ?? '' });
  return { files, left };
}

/** A file itself; for a folder of the library, all files below it. */
async function keepables(deps: LibraryContext, id: string): Promise<readonly PinCandidate[]> {
  const { context, library } = deps;
  if (!isUuid(id)) {
    // Digits are an item of a mirror, which is kept offline there.
    thingOf(context.journal, id);
    throw badRequest(keptTexts.mirrored);
  }
  const uuid = id.toLowerCase() as ServiceId;
  if (!isLibraryFolder(context.journal, library.organization, uuid)) return [listed(deps, uuid)];
  await listBelow(deps, uuid);
  const inside = everythingIn(context.journal, library.organization, uuid).filter(({ kind }) => kind === 'file');
  return inside.map(file => ({ ...file, from: 'library' as const }));
}

/** Lists a folder and those below it that were never listed. */
async function listBelow({ context, library }: LibraryContext, folder: ServiceId): Promise<void> {
  const { journal } = context;
  const seen = new Set<LibraryPlace>();
  const waiting: ServiceId[] = [folder];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    if ((shelfOf(journal, library.organization, at)?.listedAt ?? null) === null) await library.check(at, true);
    const shelf = shelfOf(journal, library.organization, at);
    if (shelf !== null) for (const each of journal.catalogue.folders(shelf.key).map(({ id }) => id)) waiting.push(each);
  }
}

/** A listed file; for one that no listing has, its name comes from the service. */
function listed({ context: { journal }, library, browsing }: LibraryContext, id: ServiceId): PinCandidate {
  const loose = journal.catalogue.find(browsing.organization, 'loose');
  const published = everythingIn(journal, library.organization, null).find(each => each.id === id);
  if (published !== undefined) return { ...published, from: 'library' };
  const entries = loose === null ? [] : journal.catalogue.entries(loose.key);
  return { ...(entries.find(each => each.id === id) ?? { id, name: id, updatedAt: null }), from: 'other' };
}

function nameOfFolder({ context: { journal }, library }: LibraryContext, id: string): string {
  return journal.catalogue.standings(library.organization, id as ServiceId)[0]?.name ?? id;
}

async function filesOf(deps: LibraryContext, ids: readonly string[]): Promise<readonly ServiceId[]> {
  const { context, library } = deps;
  return ids.flatMap(text => {
    if (!isUuid(text)) throw badRequest(refusalTexts.noId(text));
    const id = text.toLowerCase() as ServiceId;
    return isLibraryFolder(context.journal, library.organization, id)
      ? everythingIn(context.journal, library.organization, id).map(entry => entry.id)
      : [id];
  });
}

function keptRow(kept: PinnedFiles, file: PinnedFile, origin: ChatOrigin | null): Output<'library.kept'>[number] {
  const { id, name, copy } = file;
  const standing = kept.badgeOf(id);
  const badge = standing === null ? null : pinnedFrom(standing, origin);
  const here = copy === null ? null : isOld(file) ? 'older' : 'here';
  const coming =
    badge?.badge === 'downloading' ? 'downloading' : badge?.badge === 'blocked' ? 'blocked' : ('waiting' as const);
  return {
    id,
    name,
    state: here ?? coming,
    note: badge?.note ?? troubleOfKept(file),
    version: copy?.version ?? null,
    sizeBytes: copy?.sizeBytes ?? null,
    sha256: copy?.sha256 ?? null,
    at: copy === null ? null : isoTime(copy.at),
  };
}

/** Resolves names from the top of the library, listing folders as needed. @throws FaultError. */
async function locate(deps: LibraryContext, path: string): Promise<Output<'library.locate'>> {
  const { context, library } = deps;
  const { journal } = context;
  await library.check(null, false);
  const top = shelfOf(journal, library.organization, null);
  if (top !== null && top.listedAt === null && top.fault !== null) throw new FaultError(top.fault);
  const trimmed = path.trim();
  if (isUuid(trimmed)) return byId(deps, trimmed.toLowerCase() as ServiceId);
  let at: Output<'library.locate'> = { id: null, kind: 'folder', name: texts.place };
  for (const name of splitPath(trimmed)) {
    if (at.kind === 'file') throw badRequest(texts.notInLibrary(path));
    const place = at.id as LibraryPlace;
    if (place !== null) await library.check(place, false);
    const shelf = shelfOf(journal, library.organization, place);
    const wanted = name.normalize('NFC');
    const found = (shelf === null ? [] : journal.catalogue.entries(shelf.key)).filter(
      entry => entry.name.normalize('NFC') === wanted,
    );
    const [only] = found;
    if (only === undefined) throw badRequest(texts.notInLibrary(path));
    if (found.length > 1)
      throw badRequest(
        texts.severalInLibrary(
          path,
          found.map(({ id }) => id),
        ),
      );
    at = only;
  }
  return { id: at.id, kind: at.kind, name: at.name };
}

function byId({ context: { journal }, library }: LibraryContext, id: ServiceId): Output<'library.locate'> {
  const entry = everythingIn(journal, library.organization, null).find(each => each.id === id);
  if (entry === undefined) throw badRequest(texts.notInLibrary(id));
  return { id, kind: entry.kind, name: entry.name };
}

interface Deps {
  readonly context: AppContext;
  readonly library: LibraryBrowsing;
}

/** @throws FaultError; after a refusal the action is no longer offered. */
async function makeFolder(deps: Deps, parent: string | null, wanted: string) {
  const name = checkedName(wanted, EXACT_NAMES).remote;
  const place = parent === null ? null : folderId(parent);
  const made = await managing(deps, (line, orgId) =>
    calls.createLibraryFolder(line, {
      path: { orgId },
      body: { name, ...(place === null ? {} : { parentFolderId: place }) },
    }),
  );
  await listAgain(deps, place);
  return { id: made.id, name: made.name ?? name };
}

/** @throws FaultError. */
async function renameFolder(deps: Deps, id: string, wanted: string) {
  const name = checkedName(wanted, EXACT_NAMES).remote;
  const folder = folderId(id);
  const above = aboveOf(deps, folder);
  const renamed = await managing(deps, (line, orgId) =>
    calls.renameLibraryFolder(line, { path: { orgId, id: folder }, body: { name } }),
  );
  await listAgain(deps, above);
  return { name: renamed.name ?? name };
}

/** Its files stay published in the parent folder. @throws FaultError. */
async function removeFolder(deps: Deps, id: string): Promise<void> {
  const folder = folderId(id);
  const above = aboveOf(deps, folder);
  await managing(deps, (line, orgId) => calls.deleteLibraryFolder(line, { path: { orgId, id: folder } }));
  await listAgain(deps, above);
}

async function managing<T>(
  { context, library }: Deps,
  work: (line: Line, organization: string) => Promise<T>,
): Promise<T> {
  const link = await context.engine.connection();
  const id = knownOrganization(library.organization);
  try {
    return await work(link.line(id), id);
  } catch (error) {
    if (isFault(error, 'offline')) throw badRequest(texts.offline);
    if (!isFault(error, 'not-allowed', 'scope')) throw error;
    library.managing.refused(id);
    throw badRequest(texts.mayNotManage);
  }
}

/** Lists the top with all folders, because a folder's name appears in several lists. */
async function listAgain({ library }: Deps, place: LibraryPlace): Promise<void> {
  await library.check(null, true);
  if (place !== null) await library.check(place, true);
}

function aboveOf({ context: { journal }, library }: Deps, folder: ServiceId): LibraryPlace {
  return shelfOf(journal, library.organization, folder)?.parent ?? null;
}

function folderId(text: string): ServiceId {
  if (!isUuid(text)) throw badRequest(texts.noFolderId(text));
  return text.toLowerCase() as ServiceId;
}
