import type { ItemId } from '../../../shared/ids.ts';
import { nameKey, toLocalName } from '../../core/names/local-names.ts';
import type { Target } from '../../core/plan/operation.ts';
import { baseAfterLocalMove, nameWithoutDetour } from '../../core/plan/merge-location.ts';
import { factsOf, itemOf, localPath, pathIn, recordEntry, addHistory } from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import type { Move } from '../../engine/context/side.ts';
import { movedBack } from '../../engine/content/record-agreement.ts';

/** Makes a local folder for a remote one. */
export async function createFolderLocal(context: MirrorContext, id: ItemId, to: Target): Promise<StepOutcome> {
  const item = itemOf(context, id);
  const path = pathIn(context, to.parent, to.name);
  if (item === null || item.remote === null || item.local !== null || path === null) return 'postponed';
  if (context.journal.items.byLocalPlace(to.parent, to.name) !== null) return 'stale';
  const { remote } = item;
  const entry = await context.world.disk.makeFolder(context.mirror.root, path);
  await context.commits.soon(() => {
    context.journal.items.setDigest(id, null);
    context.journal.missing.clear(id, 'local');
    const names = { localName: nameWithoutDetour(item, to.name), remoteName: remote.name };
    context.journal.items.record(id, {
      local: factsOf(entry, { parent: to.parent, sha256: null }),
      base: { parent: remote.parent, ...names, version: null, sha256: null },
    });
    addHistory(context, { item: id, verb: 'created', cause: 'from the service', file: remote.id });
  });
  context.progress.received();
  return 'done';
}

/** Moves or renames a local item. */
export async function moveLocal(context: MirrorContext, id: ItemId, to: Move): Promise<StepOutcome> {
  const item = itemOf(context, id);
  const path = pathIn(context, to.parent, to.name);
  if (item === null || item.local === null || item.remote === null || path === null) return 'postponed';
  const occupant = context.journal.items.byLocalPlace(to.parent, to.name);
  if (occupant !== null && occupant.id !== id) return 'stale';
  const { local } = item;
  const from = localPath(context, id);
  const isNumber = to.isRenumbered === true && to.isDetour !== true;
  // A move to another folder may add a number, too.
  const isAgreed =
    isNumber ||
    (to.isDetour !== true && nameKey(to.name) !== nameKey(toLocalName(item.remote.name, context.mirror.names)));
  const renumbered = isAgreed ? { isRenumbered: isAgreed } : {};
  const work = { kind: 'move-local', from, to: path, key: local.key, ...renumbered } as const;
  const intent = context.journal.intents.begin(context.mirror.id, id, { work, now: context.world.clock.now() });
  const entry = await context.world.disk.move(context.mirror.root, from, path, local.key);
  context.journal.transaction(() => {
    // It may have been edited until the moment of the move: the next scan reads it.
    recordEntry(context, id, { parent: to.parent, entry, sha256: null });
    if (to.isDetour !== true) context.journal.items.setBase(id, baseAfterLocalMove(item, to));
    context.journal.intents.end(intent);
    // Undoing a number would be a rename by a person, and be sent.
    const undo = to.isDetour === true || isNumber ? null : movedBack({ item: id, from: local, to });
    addHistory(context, {
      item: id,
      verb: 'moved',
      cause: 'changed at the service',
      file: item.remote?.id ?? null,
      undo,
    });
  });
  context.progress.moved();
  return 'done';
}
