import type { Handlers, Output } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { ChatOrigin } from '../../../shared/features/chat/files-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { keptTexts, libraryTexts as texts } from '../../../shared/features/library/text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Browsing } from '../../remote/browse/browsing.ts';
import { keptFrom, Origins } from '../chat/files/origins.ts';
import { isOld, type KeptFile } from '../../items/pinned/pinned-files.ts';
import type { Keepable, Kept } from '../../items/pinned/pinned.ts';
import { isHere } from '../../items/locate-item.ts';
import { refused, thingOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { splitPath } from '../../items/remote-path.ts';
import type { LibraryBrowsing } from './browsing.ts';
import { copyFiles } from './copying.ts';
import { makeFolder, removeFolder, renameFolder } from './folders.ts';
import { publish, readersOfLibrary, withdraw } from './publishing.ts';
import { everythingIn, isLibraryFolder, type LibraryPlace, shelfOf } from './shelves.ts';

/** What the library's section answers from. */
export interface LibraryDesk {
  readonly parts: AppContext;
  readonly browsing: Browsing;
  readonly library: LibraryBrowsing;
  readonly kept: Kept;
}

type Section = (keyof Handlers & `library.${string}`) | 'files.copy';

/** The library, files that are kept offline without a mirror, and copying at the service. */
export function libraryHandlers(desk: LibraryDesk): Pick<Handlers, Section> {
  const { kept } = desk;
  return {
    'library.keep': input => keep(desk, input),
    'library.letGo': async ({ ids }) => kept.letGo(await filesOf(desk, ids)),
    'library.kept': async () => {
      const origins = new Origins(desk.parts.journal.facts).byFile();
      return kept.files.all().map(file => keptRow(kept, file, origins.get(file.id) ?? null));
    },
    'library.locate': ({ path }) => locate(desk, path),
    'files.copy': ({ ids, to }) => copyFiles(desk.parts, ids, to),
    'library.readers': () => readersOfLibrary(desk),
    'library.publish': input => publish(desk, input),
    'library.withdraw': input => withdraw(desk, input),
    'library.newFolder': ({ parent, name }) => makeFolder(desk, parent, name),
    'library.renameFolder': ({ id, name }) => renameFolder(desk, id, name),
    'library.removeFolder': async ({ id }) => {
      await removeFolder(desk, id);
      return null;
    },
  };
}

/** Lists what was never listed, so that a folder is kept whole. @throws FaultError. */
async function keep(
  desk: LibraryDesk,
  { ids, wait }: { readonly ids: readonly string[]; readonly wait?: boolean | undefined },
): Promise<Output<'library.keep'>> {
  const { parts, library, kept } = desk;
  const left: Output<'library.keep'>['left'] = [];
  const wanted = new Map<ServiceId, Keepable>();
  for (const id of ids) {
    const found = await keepables(desk, id);
    for (const file of found) {
      const thing = thingOf(parts.journal, file.id);
      if (thing.where === 'service') wanted.set(file.id, file);
      else if (!isHere(thing.item)) left.push({ id, path: file.name, text: keptTexts.mirrored });
    }
    if (found.length === 0) left.push({ id, path: nameOfFolder(desk, id), text: keptTexts.nothing });
  }
  const files = kept.want(library.organization, [...wanted.values()]);
  if (wait !== true) return { files, left };
  await kept.fetchAll();
  for (const { id, name, copy, fault } of [...wanted.keys()].flatMap(each => kept.files.find(each) ?? []))
    if (copy === null && fault !== null) left.push({ id, path: name, text: faultLine(fault) });
  return { files, left };
}

/** A file by itself; of a folder of the library, the files in it and below. */
async function keepables(desk: LibraryDesk, id: string): Promise<readonly Keepable[]> {
  const { parts, library } = desk;
  if (!isUuid(id)) {
    // Digits are an item of a mirror, which is kept there.
    thingOf(parts.journal, id);
    throw refused(keptTexts.mirrored);
  }
  const uuid = id.toLowerCase() as ServiceId;
  if (!isLibraryFolder(parts.journal, library.organization, uuid)) return [listed(desk, uuid)];
  await listBelow(desk, uuid);
  const inside = everythingIn(parts.journal, library.organization, uuid).filter(({ kind }) => kind === 'file');
  return inside.map(file => ({ ...file, from: 'library' as const }));
}

/** Lists a folder and those below it where no listing did yet. */
async function listBelow({ parts, library }: LibraryDesk, folder: ServiceId): Promise<void> {
  const { journal } = parts;
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

/** What a list showed of a file; one that none shows has its name from the service. */
function listed({ parts: { journal }, library, browsing }: LibraryDesk, id: ServiceId): Keepable {
  const loose = journal.catalogue.find(browsing.organization, 'loose');
  const published = everythingIn(journal, library.organization, null).find(each => each.id === id);
  if (published !== undefined) return { ...published, from: 'library' };
  const entries = loose === null ? [] : journal.catalogue.entries(loose.key);
  return { ...(entries.find(each => each.id === id) ?? { id, name: id, updatedAt: null }), from: 'other' };
}

function nameOfFolder({ parts: { journal }, library }: LibraryDesk, id: string): string {
  return journal.catalogue.standings(library.organization, id as ServiceId)[0]?.name ?? id;
}

async function filesOf(desk: LibraryDesk, ids: readonly string[]): Promise<readonly ServiceId[]> {
  const { parts, library } = desk;
  return ids.flatMap(text => {
    if (!isUuid(text)) throw refused(refusalTexts.noId(text));
    const id = text.toLowerCase() as ServiceId;
    return isLibraryFolder(parts.journal, library.organization, id)
      ? everythingIn(parts.journal, library.organization, id).map(entry => entry.id)
      : [id];
  });
}

function keptRow(kept: Kept, file: KeptFile, origin: ChatOrigin | null): Output<'library.kept'>[number] {
  const { id, name, copy, fault } = file;
  const standing = kept.badgeOf(id);
  const badge = standing === null ? null : keptFrom(standing, origin);
  const here = copy === null ? null : isOld(file) ? 'older' : 'here';
  const coming =
    badge?.badge === 'downloading' ? 'downloading' : badge?.badge === 'blocked' ? 'blocked' : ('waiting' as const);
  return {
    id,
    name,
    state: here ?? coming,
    note: badge?.note ?? (fault === null ? null : faultLine(fault)),
    version: copy?.version ?? null,
    sizeBytes: copy?.sizeBytes ?? null,
    sha256: copy?.sha256 ?? null,
    at: copy === null ? null : isoTime(copy.at),
  };
}

/** Follows names from the top of the library; what was never listed is listed on the way. @throws FaultError. */
async function locate(desk: LibraryDesk, path: string): Promise<Output<'library.locate'>> {
  const { parts, library } = desk;
  const { journal } = parts;
  await library.check(null, false);
  const top = shelfOf(journal, library.organization, null);
  if (top !== null && top.listedAt === null && top.fault !== null) throw new FaultError(top.fault);
  const trimmed = path.trim();
  if (isUuid(trimmed)) return byId(desk, trimmed.toLowerCase() as ServiceId);
  let at: Output<'library.locate'> = { id: null, kind: 'folder', name: texts.place };
  for (const name of splitPath(trimmed)) {
    if (at.kind === 'file') throw refused(texts.notInLibrary(path));
    const place = at.id as LibraryPlace;
    if (place !== null) await library.check(place, false);
    const shelf = shelfOf(journal, library.organization, place);
    const wanted = name.normalize('NFC');
    const found = (shelf === null ? [] : journal.catalogue.entries(shelf.key)).filter(
      entry => entry.name.normalize('NFC') === wanted,
    );
    const [only] = found;
    if (only === undefined) throw refused(texts.notInLibrary(path));
    if (found.length > 1)
      throw refused(
        texts.severalInLibrary(
          path,
          found.map(({ id }) => id),
        ),
      );
    at = only;
  }
  return { id: at.id, kind: at.kind, name: at.name };
}

function byId({ parts: { journal }, library }: LibraryDesk, id: ServiceId): Output<'library.locate'> {
  const entry = everythingIn(journal, library.organization, null).find(each => each.id === id);
  if (entry === undefined) throw refused(texts.notInLibrary(id));
  return { id, kind: entry.kind, name: entry.name };
}
