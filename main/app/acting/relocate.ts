import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { refusalTexts } from '../../../shared/text/acting.ts';
import { newReaders } from '../../core/audience.ts';
import type { Item } from '../../core/item.ts';
import { nameKey } from '../../core/names.ts';
import { isFault } from '../../engine/bench.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { filesBelow, nameOf } from '../local-path.ts';
import type { MirroredThing, Thing } from '../named.ts';
import { refused } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { checkedName, isFreeHere, mustBeFree, namesThere } from './names.ts';
import { isHere, mustCarry, pathIn, type Spot, type SpotHere, spotOf } from './spot.ts';
import { detailOf, serviceOf, type ThereDetail } from './there.ts';
import { nowAt, whereNow } from './where-now.ts';

/** Where something is to be, and under which name; without one it keeps its own. */
export interface Relocation {
  readonly to: Spot;
  readonly name: string | null;
  /** Whether a person knows that more people will see it. */
  readonly mayWiden: boolean;
}

/** Where something is now. `isSent`: the service knows it already, else it will be told. */
export interface Relocated {
  readonly name: string;
  readonly path: string;
  readonly isSent: boolean;
}

/**
 * Moves or renames one thing: on this computer's disk where it is here and stays in its mirror, so that it works offline and
 * the engine carries it; else at the service. Never onto something. @throws FaultError.
 */
export async function relocate(parts: AppParts, thing: Thing, relocation: Relocation): Promise<Relocated> {
  if (thing.where === 'mirror') {
    mustCarry(thing.mirror);
    if (thing.item.id === thing.mirror.rootItem) throw refused(refusalTexts.mirrorsOwn);
    const { to } = relocation;
    if (isHere(thing.item) && to.where === 'here' && to.mirror.id === thing.mirror.id)
      return moveHere(parts, thing, { ...relocation, to });
    mustBeSent(parts, thing);
  }
  return moveThere(parts, thing, relocation);
}

/** The folder that something is in. @throws FaultError `gone`. */
export function spotAround({ journal }: AppParts, { mirror, item }: MirroredThing): Spot {
  const parent = item.local?.parent ?? item.remote?.parent;
  if (parent === undefined) throw refused(refusalTexts.mirrorsOwn);
  return spotOf(journal, { mirror: mirror.id, folder: parent === mirror.rootItem ? null : String(parent) });
}

async function moveHere(
  { world, journal }: AppParts,
  { mirror, item }: MirroredThing,
  { to, name }: Relocation & { readonly to: SpotHere },
): Promise<Relocated> {
  const { disk } = world;
  const from = await whereNow({ journal, disk }, mirror, item);
  const here = name === null ? (from.split('/').at(-1) ?? nameOf(item)) : checkedName(name).here;
  const target = pathIn(to.path, here);
  if (target === from) return { name: here, path: target, isSent: true };
  if (`${target}/`.startsWith(`${from}/`)) throw refused(refusalTexts.intoItself);
  // A name that only differs in how it is written is its own, and is free for itself.
  const isOwn = item.local?.parent === to.folder.id && nameKey(here) === nameKey(nameOf(item));
  mustBeFree(isOwn || (await isFreeHere({ disk, journal }, to, here)), here);
  const key = item.local?.key ?? '';
  await disk.move(mirror.root, from, target, key).catch((error: unknown) => {
    throw isFault(error, 'stale') ? refused(refusalTexts.changedJustNow(nameOf(item))) : error;
  });
  nowAt(journal, item.id, target);
  return { name: here, path: target, isSent: false };
}

/** What is done at the service reaches only what the service has. */
function mustBeSent({ journal }: AppParts, { item }: MirroredThing): void {
  const { files } = filesBelow(journal, item);
  const isWhole = (file: Item): boolean =>
    file.local === null || (file.agreed !== null && file.local.sha256 === file.agreed.sha256);
  if (item.remote === null || !files.every(isWhole)) throw refused(refusalTexts.notSent(nameOf(item)));
}

async function moveThere(parts: AppParts, thing: Thing, { to, name, mayWiden }: Relocation): Promise<Relocated> {
  if (to.id === null) throw refused(refusalTexts.folderNotSent);
  const api = await serviceOf(parts, thing.where === 'mirror' ? thing.mirror : to.mirror);
  const now = await detailOf(api, thing);
  const wanted = name === null ? now.name : checkedName(name).there;
  if (wanted === now.name && now.parent === to.id) return { name: wanted, path: wanted, isSent: true };
  if (now.kind === 'folder') await mustNotBeInside(api, now, to.id);
  const isOwn = now.parent === to.id && nameKey(wanted) === nameKey(now.name);
  mustBeFree(isOwn || !(await namesThere(api, to.id)).has(nameKey(wanted)), wanted);
  if (!mayWiden && now.parent !== to.id) await mustNotWiden(api, now, to.id);
  if (now.kind === 'file') await api.placeFile(now.id, { name: wanted, folderId: to.id });
  else await api.placeFolder(now.id, { name: wanted, parentFolderId: to.id });
  noteChange(parts, thing, to);
  return { name: wanted, path: wanted, isSent: true };
}

async function mustNotBeInside(api: ServiceApi, { id }: ThereDetail, to: ServiceId): Promise<void> {
  const target = await api.folder(to);
  if (target.id === id || target.breadcrumbs.some(crumb => crumb.id === id)) throw refused(refusalTexts.intoItself);
}

/** @throws FaultError `wider-audience` when somebody could read it who could not before (I13). */
async function mustNotWiden(api: ServiceApi, now: ThereDetail, to: ServiceId): Promise<void> {
  const readers = (folder: ServiceId) =>
    api.readers(folder).catch((error: unknown) => {
      if (isFault(error, 'not-allowed', 'scope', 'refused')) return null;
      throw error;
    });
  const [before, after] = await Promise.all([now.parent === null ? null : readers(now.parent), readers(to)]);
  const added = before === null || after === null ? null : newReaders(before, after);
  if (added?.length === 0) return;
  const who = added?.map(reader => reader.name) ?? null;
  throw new FaultError({ kind: 'wider-audience', path: now.name, folder: to, who });
}

/** Both folders are listed again soon. */
function noteChange({ journal }: AppParts, thing: Thing, to: Spot): void {
  if (thing.where === 'mirror') {
    const parent = thing.item.remote?.parent;
    if (parent !== undefined) journal.listings.want(thing.mirror.id, parent);
  }
  if (to.mirror !== null && to.folder !== null) journal.listings.want(to.mirror.id, to.folder.id);
}
