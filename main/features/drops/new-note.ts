import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { baseName } from '../../../shared/local-path.ts';
import { nameKey, splitExtension } from '../../core/names/local-names.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { mustBeNew } from '../../engine/context/known-ids.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import { ifHad, MissingCall } from '../../remote/api/fallback-calls.ts';
import { fileShape, versionShape } from '../../remote/api/shapes.ts';
import { contentTypeOf } from '../../remote/transfer/content-type.ts';
import { CHANGE_SOURCE } from '../../remote/transfer/version-frame.ts';
import type { Target } from './drop-target.ts';
import { localTarget, outboxTarget } from './drop-plan.ts';
import { addLocalFile } from './add-local.ts';
import { serviceOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { checkedName, isFreeLocally, mustBeFree } from '../../items/local/free-name.ts';
import type { Relocated } from '../edit/relocate.ts';
import { sentenceOf } from '../../items/local/remove-local.ts';
import { targetFolderOf, type RemoteOnlyFolder } from '../../items/target-folder.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';
import { takenNames } from '../../remote/api/taken-names.ts';

/** Extension for a note without one. */
const ENDING = '.md';
/** The service's class for a text. */
const NOTE_TYPE = 'Document';

/** What making a note needs. */
export interface NoteContext {
  readonly context: AppContext;
  /** Wakes the outbox. */
  readonly poke: () => void;
  /** A folder of the service has a new file. */
  readonly arrived: (folder: { readonly id: ServiceId; readonly item: ItemId | null }) => void;
}

export function noteHandlers(deps: NoteContext): Pick<Handlers, 'files.newNote'> {
  const { changed, checkNow } = deps.context;
  return {
    'files.newNote': async ({ place, name, text }) => {
      try {
        return await newNote(deps, place, { wanted: name, text });
      } finally {
        changed();
        checkNow();
      }
    },
  };
}

interface Note {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes a text file: locally if its folder is local, and the engine sends it; else at the service in one call, or
 * through the outbox if the service cannot be reached or lacks the call. Nothing is replaced. @throws FaultError.
 */
async function newNote(
  deps: NoteContext,
  place: FolderPlace,
  { wanted, text }: { readonly wanted: string; readonly text: string },
): Promise<Relocated> {
  const { world, journal } = deps.context;
  const trimmed = wanted.trim();
  const named = splitExtension(trimmed)[1] === '' && trimmed !== '' ? trimmed + ENDING : trimmed;
  const spot = targetFolderOf(journal, place);
  const { local: here, remote: there } = checkedName(named, spot.mirror?.names ?? EXACT_NAMES);
  if (spot.where === 'service') return noteThere(deps, spot, { name: there, text });
  mustBeFree(await isFreeLocally({ disk: world.disk, journal }, spot, here), here);
  const path = await write(deps.context, localTarget(deps.context, spot), { name: here, text });
  return { name: baseName(path), path, isSent: false };
}

async function noteThere(deps: NoteContext, spot: RemoteOnlyFolder, note: Note): Promise<Relocated> {
  const { context } = deps;
  const { name } = note;
  try {
    const api = await serviceOf(context, spot.mirror);
    mustBeFree(!(await takenNames(api, spot.id)).has(nameKey(name)), name);
  } catch (error) {
    // Nothing was requested yet, so the note can wait in the outbox.
    if (isFault(error, 'offline', 'busy', 'failing')) return viaOutbox(deps, spot, note);
    throw error;
  }
  try {
    const line = (await context.engine.connection()).line(spot.mirror?.organization ?? null);
    await make(context, line, spot.id, note);
  } catch (error) {
    if (error instanceof MissingCall) return viaOutbox(deps, spot, note);
    throw error;
  }
  if (spot.mirror !== null && spot.folder !== null)
    context.journal.listings.requestListing(spot.mirror.id, spot.folder.id);
  deps.arrived({ id: spot.id, item: spot.folder?.id ?? null });
  return { name, path: name, isSent: true };
}

/**
 * One call; a second one if the service created the file without its text. @throws FaultError;
 * Lacking when the service lacks the call.
 */
async function make({ journal }: AppContext, line: Line, folderId: ServiceId, { name, text }: Note): Promise<void> {
  const note = { name, fileType: NOTE_TYPE, contentType: contentTypeOf(name), folderId, content: text };
  const asked = { line, endpoint: 'createFile' };
  const made = await ifHad(asked, () => calls.createFile(line, { stream: jsonOf(note) }, fileShape));
  mustBeNew(journal, { file: made.id, version: made.version });
  if (made.version !== null) return;
  try {
    const stream = jsonOf({ changeSource: CHANGE_SOURCE, content: text });
    await calls.createVersion(line, { path: { id: made.id }, stream }, versionShape);
  } catch (error) {
    throw badRequest(refusalTexts.noteEmpty(name, sentenceOf(error)));
  }
}

function jsonOf(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

async function viaOutbox({ context, poke }: NoteContext, spot: RemoteOnlyFolder, note: Note): Promise<Relocated> {
  const folder = spot.folder === null ? spot.id : (spot.folder.remote?.name ?? spot.id);
  await write(context, await outboxTarget(context, { spot, folder, poke }), note);
  poke();
  return { name: note.name, path: note.name, isSent: false };
}

/** @returns its path inside the root. */
async function write(context: AppContext, target: Target, { name, text }: Note): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  const { at } = await addLocalFile(context, target, {
    names: [name],
    own: name,
    incoming: { sizeBytes: bytes.length, chunks: chunks() },
    // A person waits for the answer, so no job is recorded.
    record: { arrived: () => undefined, added: () => undefined },
  });
  return at;
}
