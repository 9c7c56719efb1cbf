import { FaultError } from '../../../shared/fault.ts';
import { onlineOnlyTexts } from '../../../shared/features/browse/online-only-text.ts';
import { undoTexts } from '../../../shared/features/activity/undo-text.ts';
import type { Item } from '../../core/item.ts';
import type { Happening } from '../../journal/records/history.ts';
import type { Inverse } from '../../journal/records/inverse.ts';
import { isFault, itemOf, localPath, pathIn, recordEntry, tell } from '../context/mirror-context.ts';
import type { Bench } from '../context/mirror-context.ts';
import { keepFile } from '../act/free-space.ts';
import { restoreStored } from './restore-from-trash.ts';
import { freshHead } from '../act/transfer/fetch-version.ts';

type Of<K extends Inverse['kind']> = Extract<Inverse, { kind: K }>;

/**
 * Takes back what a line of history tells. Nothing is ever destroyed by it: what changed since is left alone, and what
 * comes back takes nobody's place. @returns what was done, in words. @throws FaultError `bad-request` with the reason.
 */
export async function undo(bench: Bench, happening: Happening): Promise<string> {
  const { path } = happening;
  if (happening.undo === null) throw refused(undoTexts.noInverse(path));
  if (happening.undoneAt !== null) throw refused(undoTexts.already(path));
  const text = await carryOut(bench, happening.undo, path);
  bench.journal.history.setUndone(happening.id, bench.world.clock.now());
  return text;
}

async function carryOut(bench: Bench, inverse: Inverse, path: string): Promise<string> {
  switch (inverse.kind) {
    case 'version':
      return restoreFormer(bench, inverse, path);
    case 'move':
      return moveBack(bench, inverse, path);
    case 'stored':
      return bringFromStore(bench, inverse);
    case 'folder':
      return restoreFolder(bench, inverse, path);
    case 'freed':
      return fetchAgain(bench, inverse, path);
    case 'all': {
      let text = '';
      for (const step of inverse.steps) text = await carryOut(bench, step, path);
      return text;
    }
  }
}

/**
 * The former version becomes the head once more, as a version of its own; the next look fetches it.
 * RACE: the service has no condition for this. A colleague's version that comes between our look and the call stays in the
 * history, under the restored one.
 */
async function restoreFormer(
  bench: Bench,
  { item: id, file, former, made }: Of<'version'>,
  path: string,
): Promise<string> {
  mustSend(bench);
  const item = itemOf(bench, id);
  if (item === null || item.remote?.id !== file) throw refused(undoTexts.gone(path));
  if (isEditedHere(item)) throw refused(undoTexts.changedHere(path));
  const head = await freshHead(bench, item).catch(noneWhenGone);
  if (head === null) throw refused(undoTexts.gone(path));
  if (head.version !== made) throw refused(undoTexts.changedThere(path));
  const restored = await bench.api.restoreVersion(file, former);
  const { journal } = bench;
  journal.transaction(() => {
    const sha256 = journal.items.hashOf(former);
    if (sha256 !== null) journal.items.recordHash(restored.id, sha256);
    tell(bench, { item: id, verb: 'restored', cause: 'person', file, version: restored.id });
  });
  return undoTexts.former(localPath(bench, id));
}

function isEditedHere({ local, agreed, localSight }: Item): boolean {
  if (local === null) return false;
  return localSight !== 'present' || local.sha256 === null || local.sha256 !== agreed?.sha256;
}

/** Moves it back here; at the service it follows like any move that a person makes. */
async function moveBack(bench: Bench, { item: id, from, to }: Of<'move'>, path: string): Promise<string> {
  mustSend(bench);
  const { journal, mirror, world } = bench;
  const item = itemOf(bench, id);
  if (item === null || item.local === null || item.remote === null) throw refused(undoTexts.gone(path));
  const { local } = item;
  if (local.parent !== to.parent || local.name !== to.name) throw refused(undoTexts.movedSince(path));
  const target = pathIn(bench, from.parent, from.name);
  if (target === null) throw refused(undoTexts.folderGone(path));
  const source = localPath(bench, id);
  const isTaken = journal.items.byLocalPlace(from.parent, from.name) !== null;
  if (isTaken || `${target}/`.startsWith(`${source}/`)) throw refused(undoTexts.placeTaken(path));
  const work = { kind: 'move-local', from: source, to: target, key: local.key } as const;
  const intent = journal.intents.begin(mirror.id, id, { work, now: world.clock.now() });
  const entry = await world.disk.move(mirror.root, source, target, local.key).catch((error: unknown) => {
    if (!isFault(error, 'stale', 'disk-refused')) throw error;
    journal.intents.end(intent);
    throw isFault(error, 'stale') ? refused(undoTexts.placeTaken(path)) : error;
  });
  journal.transaction(() => {
    // It may have been edited until that moment: the next look reads it, and finds a move made here.
    recordEntry(bench, id, { parent: from.parent, entry, sha256: null });
    journal.intents.end(intent);
    tell(bench, { item: id, verb: 'moved', cause: 'person', file: item.remote?.id ?? null });
  });
  return undoTexts.movedBack(target);
}

/** Under its name if that is free, else under another one: a new file like any other. */
async function bringFromStore(bench: Bench, { path, name, sha256, file: id }: Of<'stored'>): Promise<string> {
  const { journal, mirror } = bench;
  const named = name === null ? null : journal.store.get(name);
  const ours = journal.store.all().filter(one => one.mirror === mirror.id || one.mirror === '');
  const same = sha256 === null ? [] : ours.filter(one => one.sha256 === sha256);
  // Bytes that were here and never sent are newer than those that both sides had.
  const ofFile = id ? journal.store.ofFile(id).findLast(({ older }) => older === null) : undefined;
  const file = named ?? ofFile ?? same.find(one => one.path === path) ?? same[0];
  if (file === undefined) throw refused(undoTexts.notInStore(path));
  return undoTexts.movedBack((await restoreStored(bench, { ...file, path })).path);
}

async function restoreFolder(bench: Bench, { folder }: Of<'folder'>, path: string): Promise<string> {
  try {
    await bench.api.restoreFolder(folder);
  } catch (error) {
    if (!isFault(error, 'gone', 'refused', 'not-allowed')) throw error;
    throw refused(undoTexts.gone(path));
  }
  bench.journal.history.add({
    at: bench.world.clock.now(),
    mirror: bench.mirror.id,
    path,
    verb: 'restored',
    file: folder,
    version: null,
    sizeBytes: null,
    cause: 'person',
  });
  return undoTexts.folderBack(path);
}

function fetchAgain(bench: Bench, { item }: Of<'freed'>, path: string): string {
  if (bench.mirror.mode === 'upload') throw refused(onlineOnlyTexts.sendsOnly(path));
  if (!keepFile(bench, item)) throw refused(undoTexts.gone(path));
  return undoTexts.downloads(localPath(bench, item));
}

/** What would have to be sent cannot be taken back where nothing is sent. */
function mustSend({ mirror }: Bench): void {
  if (mirror.mode === 'download') throw refused(undoTexts.downloadsOnly);
}

function noneWhenGone(error: unknown): null {
  if (isFault(error, 'gone', 'not-allowed')) return null;
  throw error;
}

function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}
