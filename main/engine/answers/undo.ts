import { badRequest } from '../../../shared/fault.ts';
import { onlineOnlyTexts } from '../../../shared/features/browse/online-only-text.ts';
import { undoTexts } from '../../../shared/features/activity/undo-text.ts';
import type { Item } from '../../core/item.ts';
import type { HistoryEntry } from '../../journal/records/history.ts';
import type { UndoStep } from '../../journal/records/undo-step.ts';
import { isFault, itemOf, localPath, pathIn, recordEntry, addHistory } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { hydrateFile } from '../../local/act/free-space.ts';
import { restoreFromTrash } from './restore-from-trash.ts';
import { freshHead } from '../content/fetch-version.ts';

type UndoOf<K extends UndoStep['kind']> = Extract<UndoStep, { kind: K }>;

/**
 * Undoes a line of history. Nothing is destroyed by it: items that changed since are left alone, and a restored item
 * replaces nothing.
 * @returns what was done, in words.
 * @throws FaultError `bad-request` with the reason.
 */
export async function undoEntry(context: MirrorContext, happening: HistoryEntry): Promise<string> {
  const { path } = happening;
  if (happening.undo === null) throw badRequest(undoTexts.noInverse(path));
  if (happening.undoneAt !== null) throw badRequest(undoTexts.already(path));
  const text = await carryOut(context, happening.undo, path);
  context.journal.history.setUndone(happening.id, context.world.clock.now());
  return text;
}

async function carryOut(context: MirrorContext, inverse: UndoStep, path: string): Promise<string> {
  switch (inverse.kind) {
    case 'version':
      return restoreFormer(context, inverse, path);
    case 'move':
      return moveBack(context, inverse, path);
    case 'stored':
      return bringFromStore(context, inverse);
    case 'folder':
      return restoreFolder(context, inverse, path);
    case 'freed':
      return fetchAgain(context, inverse, path);
    case 'all': {
      let text = '';
      for (const step of inverse.steps) text = await carryOut(context, step, path);
      return text;
    }
  }
}

/**
 * Makes the former version the head again, as a new version; the next poll finds it.
 * RACE: the service has no condition for this. A colleague's version that arrives between our check and the call stays
 * in the history, under the restored one.
 */
async function restoreFormer(
  context: MirrorContext,
  { item: id, file, former, made }: UndoOf<'version'>,
  path: string,
): Promise<string> {
  mustSend(context);
  const item = itemOf(context, id);
  if (item === null || item.remote?.id !== file) throw badRequest(undoTexts.gone(path));
  if (isEditedHere(item)) throw badRequest(undoTexts.changedHere(path));
  const head = await freshHead(context, item).catch(noneWhenGone);
  if (head === null) throw badRequest(undoTexts.gone(path));
  if (head.version !== made) throw badRequest(undoTexts.changedThere(path));
  const restored = await context.api.restoreVersion(file, former);
  const { journal } = context;
  journal.transaction(() => {
    const sha256 = journal.items.hashOf(former);
    if (sha256 !== null) journal.items.recordHash(restored.id, sha256);
    addHistory(context, { item: id, verb: 'restored', cause: 'person', file, version: restored.id });
  });
  return undoTexts.former(localPath(context, id));
}

function isEditedHere({ local, base, localPresence }: Item): boolean {
  if (local === null) return false;
  return localPresence !== 'present' || local.sha256 === null || local.sha256 !== base?.sha256;
}

/** Moves it back locally; the service follows as for any move by a person. */
async function moveBack(context: MirrorContext, { item: id, from, to }: UndoOf<'move'>, path: string): Promise<string> {
  mustSend(context);
  const { journal, mirror, world } = context;
  const item = itemOf(context, id);
  if (item === null || item.local === null || item.remote === null) throw badRequest(undoTexts.gone(path));
  const { local } = item;
  if (local.parent !== to.parent || local.name !== to.name) throw badRequest(undoTexts.movedSince(path));
  const target = pathIn(context, from.parent, from.name);
  if (target === null) throw badRequest(undoTexts.folderGone(path));
  const source = localPath(context, id);
  const isTaken = journal.items.byLocalPlace(from.parent, from.name) !== null;
  if (isTaken || `${target}/`.startsWith(`${source}/`)) throw badRequest(undoTexts.placeTaken(path));
  const work = { kind: 'move-local', from: source, to: target, key: local.key } as const;
  const intent = journal.intents.begin(mirror.id, id, { work, now: world.clock.now() });
  const entry = await world.disk.move(mirror.root, source, target, local.key).catch((error: unknown) => {
    if (!isFault(error, 'stale', 'disk-refused')) throw error;
    journal.intents.end(intent);
    throw isFault(error, 'stale') ? badRequest(undoTexts.placeTaken(path)) : error;
  });
  journal.transaction(() => {
    // It may have been edited until that moment: the next scan reads it, and finds a local move.
    recordEntry(context, id, { parent: from.parent, entry, sha256: null });
    journal.intents.end(intent);
    addHistory(context, { item: id, verb: 'moved', cause: 'person', file: item.remote?.id ?? null });
  });
  return undoTexts.movedBack(target);
}

/** Restores it under its name if that is free, else under another: a new file like any other. */
async function bringFromStore(
  context: MirrorContext,
  { path, name, sha256, file: id }: UndoOf<'stored'>,
): Promise<string> {
  const { journal, mirror } = context;
  const named = name === null ? null : journal.trash.get(name);
  const ours = journal.trash.all().filter(one => one.mirror === mirror.id || one.mirror === '');
  const same = sha256 === null ? [] : ours.filter(one => one.sha256 === sha256);
  // Local bytes that were never sent are newer than those of the base.
  const ofFile = id ? journal.trash.ofFile(id).findLast(({ older }) => older === null) : undefined;
  const file = named ?? ofFile ?? same.find(one => one.path === path) ?? same[0];
  if (file === undefined) throw badRequest(undoTexts.notInStore(path));
  return undoTexts.movedBack((await restoreFromTrash(context, { ...file, path })).path);
}

async function restoreFolder(context: MirrorContext, { folder }: UndoOf<'folder'>, path: string): Promise<string> {
  try {
    await context.api.restoreFolder(folder);
  } catch (error) {
    if (!isFault(error, 'gone', 'refused', 'not-allowed')) throw error;
    throw badRequest(undoTexts.gone(path));
  }
  context.journal.history.add({
    at: context.world.clock.now(),
    mirror: context.mirror.id,
    path,
    verb: 'restored',
    file: folder,
    version: null,
    sizeBytes: null,
    cause: 'person',
  });
  return undoTexts.folderBack(path);
}

function fetchAgain(context: MirrorContext, { item }: UndoOf<'freed'>, path: string): string {
  if (context.mirror.mode === 'upload') throw badRequest(onlineOnlyTexts.sendsOnly(path));
  if (!hydrateFile(context, item)) throw badRequest(undoTexts.gone(path));
  return undoTexts.downloads(localPath(context, item));
}

/** A mirror that sends nothing cannot undo what would have to be sent. */
function mustSend({ mirror }: MirrorContext): void {
  if (mirror.mode === 'download') throw badRequest(undoTexts.downloadsOnly);
}

function noneWhenGone(error: unknown): null {
  if (isFault(error, 'gone', 'not-allowed')) return null;
  throw error;
}
