import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { AgreedLoss, RemovedThings } from '../../../shared/features/edit/model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { Inverse } from '../../journal/records/inverse.ts';
import { filesBelow, nameOf } from '../../items/local/local-path.ts';
import { type MirroredThing, refused, type Thing } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { agreeToLosses } from './older-versions.ts';
import { nothingTaken, sentenceOf, type TakenAway, takeFile, takeFolder } from '../../items/local/remove-local.ts';
import { archiveThere, removeFileThere } from './remove-remote.ts';
import { isHere, mustCarry } from '../../items/locate-item.ts';
import { detailOf, serviceOf } from '../../items/require-remote.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

/**
 * Removes them one after the other; what cannot be is left, and named. @throws FaultError when nothing may be changed there.
 * @param losing so many older versions a person knows will be lost.
 */
export async function removeAll(parts: AppContext, things: readonly Thing[], losing: number): Promise<RemovedThings> {
  for (const thing of things) mustBeRemovable(thing);
  const agreed = await agreeToLosses(parts, things, losing);
  const total = { files: 0, folders: 0, sizeBytes: 0, left: [], undo: [], archived: [], putBack: [] } as {
    -readonly [K in keyof RemovedThings]: RemovedThings[K];
  };
  for (const thing of things) {
    const taken = nothingTaken();
    if (thing.where === 'mirror') await removeMirrored(parts, thing, { taken, agreed });
    else await removeFromCatalogue(parts, thing, { taken, agreed, ways: total });
    total.files += taken.files;
    total.folders += taken.folders;
    total.sizeBytes += taken.sizeBytes;
    for (const each of taken.left) total.left.push(each);
    if (thing.where === 'mirror' && taken.steps.length > 0) total.undo.push(tellRemoved(parts, thing, taken));
  }
  return total;
}

/** A removal under way, with what a person agreed to lose by it. */
interface Removing {
  readonly taken: TakenAway;
  readonly agreed: ReadonlyMap<ServiceId, AgreedLoss>;
}

function mustBeRemovable(thing: Thing): void {
  if (thing.where !== 'mirror') return;
  mustCarry(thing.mirror);
  if (thing.item.id === thing.mirror.rootItem) throw refused(refusalTexts.mirrorsOwn);
}

/** What is here goes into the store; what is only online is fetched into it and removed there; then the empty folders. */
async function removeMirrored(parts: AppContext, thing: MirroredThing, removing: Removing): Promise<void> {
  const { taken } = removing;
  const { journal, world } = parts;
  const { mirror } = thing;
  const context = { journal, world, mirror };
  const { files, folders } = filesBelow(journal, thing.item);
  for (const file of files)
    if (isHere(file)) await takeFile(context, file, taken);
    else await removeOnlyThere(parts, { where: 'mirror', mirror, item: file }, removing);
  for (const id of deepestFirst(parts, folders)) {
    const folder = journal.items.get(id);
    if (folder !== null && isHere(folder)) await takeFolder(context, folder, taken);
    else if (folder !== null && id === thing.item.id && taken.left.length === 0)
      await archiveWhole(parts, { where: 'mirror', mirror, item: folder }, taken);
  }
}

function deepestFirst({ journal }: AppContext, folders: readonly ItemId[]): readonly ItemId[] {
  const depth = (id: ItemId): number => journal.pathOf(id).split('/').length;
  return folders.toSorted((one, other) => depth(other) - depth(one));
}

async function removeOnlyThere(parts: AppContext, thing: MirroredThing, { taken, agreed }: Removing): Promise<void> {
  const path = parts.journal.pathOf(thing.item.id);
  if (thing.item.remote === null) return;
  try {
    const detail = await detailOf(await serviceOf(parts, thing.mirror), thing);
    const name = await removeFileThere(parts, { mirror: thing.mirror, detail, path }, agreed);
    if (name !== null) taken.steps.push({ kind: 'stored', path, name, sha256: null });
    taken.files += 1;
    taken.sizeBytes += detail.sizeBytes ?? 0;
    parts.journal.listings.want(thing.mirror.id, thing.item.remote.parent);
  } catch (error) {
    taken.left.push({ id: String(thing.item.id), path, text: sentenceOf(error) });
  }
}

/** A folder that is only at the service, after everything in it went. */
async function archiveWhole(parts: AppContext, { mirror, item }: MirroredThing, taken: TakenAway): Promise<void> {
  if (item.remote === null) return;
  try {
    await archiveThere(parts, mirror, item.remote.id);
    taken.folders += 1;
    taken.steps.push({ kind: 'folder', folder: item.remote.id });
    parts.journal.listings.want(mirror.id, item.remote.parent);
  } catch (error) {
    taken.left.push({ id: String(item.id), path: parts.journal.pathOf(item.id), text: sentenceOf(error) });
  }
}

async function removeFromCatalogue(
  parts: AppContext,
  thing: Extract<Thing, { where: 'service' }>,
  { taken, agreed, ways }: Removing & { readonly ways: Pick<RemovedThings, 'archived' | 'putBack'> },
): Promise<void> {
  try {
    const detail = await detailOf(await serviceOf(parts, null), thing);
    if (detail.kind === 'folder') {
      await archiveThere(parts, null, detail.id);
      ways.archived.push(detail.id);
      taken.folders += 1;
      return;
    }
    const stored = await removeFileThere(
      parts,
      { mirror: null, detail, path: toLocalName(detail.name, EXACT_NAMES) },
      agreed,
    );
    if (stored !== null && detail.parent !== null) ways.putBack.push({ id: stored, to: { base: detail.parent } });
    taken.files += 1;
    taken.sizeBytes += detail.sizeBytes ?? 0;
  } catch (error) {
    taken.left.push({ id: thing.id, path: thing.id, text: sentenceOf(error) });
  }
}

/** One line of history for all that went with one thing, with the way back. */
function tellRemoved({ journal, world }: AppContext, { mirror, item }: MirroredThing, taken: TakenAway): string {
  const [only, ...more] = taken.steps;
  const undo: Inverse | null =
    only === undefined ? null : more.length === 0 ? only : { kind: 'all', steps: taken.steps };
  const id = journal.history.add({
    at: world.clock.now(),
    mirror: mirror.id,
    path: journal.pathOf(item.id) || nameOf(item),
    verb: 'removed',
    file: item.remote?.id ?? null,
    version: item.remote?.version ?? null,
    sizeBytes: taken.sizeBytes,
    cause: 'person',
    undo,
  });
  return String(id);
}
