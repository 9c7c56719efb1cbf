import type { Output } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { copyTexts as texts } from '../../../shared/features/library/text.ts';
import { freeName, nameKey } from '../../core/names/local-names.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { calls } from '../../remote/api/calls.ts';
import { fileShape } from '../../remote/api/shapes.ts';
import { sentenceOf } from '../../items/local/remove-local.ts';
import { targetFolderOf } from '../../items/target-folder.ts';
import { detailOf, rowIdOf, serviceOf, type Thing, thingsOf } from '../../items/resolve-id.ts';
import { nameOf } from '../../items/local/local-path.ts';
import type { AppContext } from '../../items/app-context.ts';
import { takenNames } from '../../remote/api/taken-names.ts';

/**
 * Copies files at the service into a folder, each from its latest version. A taken name gets a number;
 * nothing is replaced. A mirror of the folder downloads the copies. @throws FaultError.
 */
export async function copyFiles(
  context: AppContext,
  ids: readonly string[],
  to: FolderPlace,
): Promise<Output<'files.copy'>> {
  const { journal, engine } = context;
  const things = thingsOf(journal, ids);
  const spot = targetFolderOf(journal, to);
  if (spot.id === null) throw badRequest(refusalTexts.folderNotSent);
  const target = spot.id;
  const api = await serviceOf(context, spot.mirror);
  const organization = spot.mirror?.organization ?? journal.facts.get('organization');
  const line = (await engine.connection()).line(organization);
  const taken = new Set(await takenNames(api, target).catch(away));
  const result: Output<'files.copy'> = { done: [], left: [] };
  for (const thing of things)
    try {
      mustBeSent(thing);
      const detail = await detailOf(api, thing).catch(away);
      if (detail.kind === 'folder') throw badRequest(texts.folder);
      const newName = freeName(detail.name, key => taken.has(key));
      const body = { newName, targetFolderId: target };
      const made = await calls.forkFile(line, { path: { id: detail.id }, body }, fileShape).catch(unsure);
      taken.add(nameKey(made.name));
      result.done.push({ id: rowIdOf(thing), copy: made.id, name: made.name });
    } catch (error) {
      if (things.length === 1) throw error;
      result.left.push({ id: rowIdOf(thing), path: shownOf(thing), text: sentenceOf(error) });
    }
  if (spot.mirror !== null && spot.folder !== null) journal.listings.requestListing(spot.mirror.id, spot.folder.id);
  context.changed();
  context.checkNow();
  return result;
}

/** The service copies its own version: local changes would be missing. */
function mustBeSent(thing: Thing): void {
  if (thing.where === 'service') return;
  const { local, base, remote } = thing.item;
  if (remote === null || (local !== null && local.sha256 !== base?.sha256)) throw badRequest(texts.notSent);
}

/** A failure before anything was requested. */
function away(error: unknown): never {
  if (isFault(error, 'offline')) throw badRequest(texts.offline);
  throw error;
}

/** Without a complete answer it is unknown whether the copy was made. */
function unsure(error: unknown): never {
  if (isFault(error, 'offline', 'failing')) throw new FaultError({ kind: 'bad-request', detail: texts.unsure });
  throw error;
}

/** The name of a thing in messages. */
export function shownOf(thing: Thing): string {
  return thing.where === 'mirror' ? nameOf(thing.item) : thing.id;
}
