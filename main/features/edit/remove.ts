import { badRequest } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { AgreedLoss, RemovedThings } from '../../../shared/features/edit/model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { UndoStep } from '../../journal/records/undo-step.ts';
import { filesBelow, nameOf } from '../../items/local/local-path.ts';
import { detailOf, type MirroredThing, serviceOf, type Thing } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { agreeToLosses } from './weigh-removal.ts';
import { nothingTaken, sentenceOf, type TakenAway, takeFile, takeFolder } from '../../items/local/remove-local.ts';
import { archiveRemoteFolder, removeFileThere } from './remove-remote.ts';
import { isHere, mustCarry } from '../../items/target-folder.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

/**
 * Removes items one by one; failures are listed. @param losing number of older versions the person knows will be lost.
 * @throws FaultError when nothing may be changed in the mirror.
 */
export async function removeAll(context: AppContext, things: readonly Thing[], losing: number): Promise<RemovedThings> {
  for (const thing of things) mustBeRemovable(thing);
  const agreed = await agreeToLosses(context, things, losing);
  const total = { files: 0, folders: 0, sizeBytes: 0, left: [], undo: [], archived: [], putBack: [] } as {
    -readonly [K in keyof RemovedThings]: RemovedThings[K];
  };
  for (const thing of things) {
    const taken = nothingTaken();
    if (thing.where === 'mirror') await removeMirrored(context, thing, { taken, agreed });
    else await removeFromCatalogue(context, thing, { taken, agreed, ways: total });
    total.files += taken.files;
    total.folders += taken.folders;
    total.sizeBytes += taken.sizeBytes;
    for (const each of taken.left) total.left.push(each);
    if (thing.where === 'mirror' && taken.steps.length > 0) total.undo.push(recordRemoval(context, thing, taken));
  }
  return total;
}

/** A removal with the losses the person agreed to. */
interface Removing {
  readonly taken: TakenAway;
  readonly agreed: ReadonlyMap<ServiceId, AgreedLoss>;
}

function mustBeRemovable(thing: Thing): void {
  if (thing.where !== 'mirror') return;
  mustCarry(thing.mirror);
  if (thing.item.id === thing.mirror.rootItem) throw badRequest(refusalTexts.mirrorsOwn);
}

/**
 * Moves local files to the trash; downloads online-only files to the trash and removes them at the service; then
 * removes empty folders.
 */
async function removeMirrored(context: AppContext, thing: MirroredThing, removing: Removing): Promise<void> {
  const { taken } = removing;
  const { journal, world } = context;
  const { mirror } = thing;
  const mirrorContext = { journal, world, mirror };
  const { files, folders } = filesBelow(journal, thing.item);
  for (const file of files)
    if (isHere(file)) await takeFile(mirrorContext, file, taken);
    else await removeOnlyThere(context, { where: 'mirror', mirror, item: file }, removing);
  for (const id of deepestFirst(context, folders)) {
    const folder = journal.items.get(id);
    if (folder !== null && isHere(folder)) await takeFolder(mirrorContext, folder, taken);
    else if (folder !== null && id === thing.item.id && taken.left.length === 0)
      await archiveWhole(context, { where: 'mirror', mirror, item: folder }, taken);
  }
}

function deepestFirst({ journal }: AppContext, folders: readonly ItemId[]): readonly ItemId[] {
  const depth = (id: ItemId): number => journal.pathOf(id).split('/').length;
  return folders.toSorted((one, other) => depth(other) - depth(one));
}

async function removeOnlyThere(context: AppContext, thing: MirroredThing, { taken, agreed }: Removing): Promise<void> {
  const path = context.journal.pathOf(thing.item.id);
  if (thing.item.remote === null) return;
  try {
    const detail = await detailOf(await serviceOf(context, thing.mirror), thing);
    const name = await removeFileThere(context, { mirror: thing.mirror, detail, path }, agreed);
    if (name !== null) taken.steps.push({ kind: 'stored', path, name, sha256: null });
    taken.files += 1;
    taken.sizeBytes += detail.sizeBytes ?? 0;
    context.journal.listings.requestListing(thing.mirror.id, thing.item.remote.parent);
  } catch (error) {
    taken.left.push({ id: String(thing.item.id), path, text: sentenceOf(error) });
  }
}

/** Archives a folder that is only at the service, after its content was removed. */
async function archiveWhole(context: AppContext, { mirror, item }: MirroredThing, taken: TakenAway): Promise<void> {
  if (item.remote === null) return;
  try {
    await archiveRemoteFolder(context, mirror, item.remote.id);
    taken.folders += 1;
    taken.steps.push({ kind: 'folder', folder: item.remote.id });
    context.journal.listings.requestListing(mirror.id, item.remote.parent);
  } catch (error) {
    taken.left.push({ id: String(item.id), path: context.journal.pathOf(item.id), text: sentenceOf(error) });
  }
}

async function removeFromCatalogue(
  context: AppContext,
  thing: Extract<Thing, { where: 'service' }>,
  { taken, agreed, ways }: Removing & { readonly ways: Pick<RemovedThings, 'archived' | 'putBack'> },
): Promise<void> {
  try {
    const detail = await detailOf(await serviceOf(context, null), thing);
    if (detail.kind === 'folder') {
      await archiveRemoteFolder(context, null, detail.id);
      ways.archived.push(detail.id);
      taken.folders += 1;
      return;
    }
    const stored = await removeFileThere(
      context,
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

/** One row of history for everything removed with one item, with its undo. */
function recordRemoval({ journal, world }: AppContext, { mirror, item }: MirroredThing, taken: TakenAway): string {
  const [only, ...more] = taken.steps;
  const undo: UndoStep | null =
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
