import { badRequest } from '../../../shared/fault.ts';
import type { Handlers, Output } from '../../../shared/contract.ts';
import { isUuid, type ItemId, type ServiceId } from '../../../shared/ids.ts';
import type { MoveResult } from '../../../shared/features/edit/model.ts';
import type { AgreedNow, MoveQuestion } from '../../../shared/features/sharing/audience-model.ts';
import type { PathQuestion } from '../../../shared/features/edit/path-question.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { CONSENT_MS, isAgreed } from '../../core/policy/audience.ts';
import { withoutDetails } from '../../remote/act/audience.ts';
import { knownPath } from '../../items/resolve-path.ts';
import { itemAt, nameOf } from '../../items/local/local-path.ts';
import { serviceOf, type Thing, thingOf, thingsOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { clearFolder, newFolder, moveItem, type Relocated, renameItem } from './relocate.ts';
import { audienceIfReached, questionOf, sentFolder } from './move-audience.ts';
import { removeAll } from './remove.ts';
import { sentenceOf } from '../../items/local/remove-local.ts';
import { type TargetFolder, targetFolderOf } from '../../items/target-folder.ts';
import { readersOf, weighRemoval } from './weigh-removal.ts';

type Section =
  | 'files.identify'
  | 'files.newFolder'
  | 'files.rename'
  | 'files.move'
  | 'files.clearFolder'
  | 'files.weigh'
  | 'files.readers'
  | 'files.remove'
  | 'folders.bringBack';

/**
 * A person's actions on files and folders. Actions on the disk alone do not wait for a pass: every step of the engine
 * expects concurrent changes by other programs.
 */
export function actingHandlers(context: AppContext): Pick<Handlers, Section> {
  const { journal } = context;
  return {
    'files.identify': question => identified(context, question),
    'files.newFolder': ({ place, name }) => changing(context, () => newFolder(context, place, name)),
    'files.rename': ({ id, name }) => changing(context, () => renameItem(context, thingOf(journal, id), name)),
    'files.move': ({ ids, to, agreed }) =>
      changing(context, () => moveAll(context, ids, { to: targetFolderOf(journal, to), agreed })),
    'files.clearFolder': ({ ids }) => changing(context, () => each(context, ids, thing => clearFolder(context, thing))),
    'files.weigh': async ({ ids }) => weighRemoval(context, thingsOf(journal, ids)),
    'files.readers': async ({ id }) => {
      const names = await readersOf(context, thingOf(journal, id));
      return { names: names === null ? null : [...names] };
    },
    'files.remove': ({ ids, losing = 0 }) =>
      changing(context, () => removeAll(context, thingsOf(journal, ids), losing)),
    'folders.bringBack': ({ id }) => changing(context, () => bringBack(context, id)),
  };
}

/** Triggers a check of both sides afterwards, even after a failure. */
async function changing<T>(context: AppContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    context.changed();
    context.checkNow();
  }
}

/**
 * Checks the access change of all items before moving any. While the service cannot be reached, the engine asks later.
 */
async function moveAll(
  context: AppContext,
  ids: readonly string[],
  { to, agreed }: { readonly to: TargetFolder; readonly agreed: AgreedNow | null },
): Promise<MoveResult> {
  const outlook = await audienceIfReached(context, thingsOf(context.journal, ids), to);
  const change = outlook?.change ?? null;
  const folder = sentFolder(context, to);
  const now = context.world.clock.now();
  const consent = agreed === null ? null : { ...agreed, until: now + CONSENT_MS };
  if (change !== null && folder !== null && change.gains?.length !== 0)
    if (!isAgreed(consent, { folder, gains: change.gains, now }))
      return { done: [], left: [], question: questionOf(folder, change), loses: null, less: null };
  let question: MoveQuestion | null = null;
  const { done, left } = await each(context, ids, async thing => {
    const moved = await moveItem(context, thing, { to, agreed });
    if ('path' in moved) return moved;
    question = moved;
    return null;
  });
  return { done, left, question, loses: withoutDetails(change?.loses ?? null), less: outlook?.effects.loses ?? null };
}

/** Processes items one by one; failures are listed and the rest continues. Null ends at once. */
async function each(
  context: AppContext,
  ids: readonly string[],
  work: (thing: Thing) => Promise<Relocated | null>,
): Promise<Output<'files.clearFolder'>> {
  const things = new Map([...new Set(ids)].map(id => [id, thingOf(context.journal, id)]));
  const result: Output<'files.clearFolder'> = { done: [], left: [] };
  for (const [id, thing] of things)
    try {
      const done = await work(thing);
      if (done === null) break;
      result.done.push({ ...done, id });
    } catch (error) {
      if (things.size === 1) throw error;
      const path = thing.where === 'mirror' ? context.journal.pathOf(thing.item.id) : id;
      result.left.push({ id, path, text: sentenceOf(error) });
    }
  return result;
}

async function bringBack(context: AppContext, id: string): Promise<null> {
  if (!isUuid(id)) throw badRequest(refusalTexts.noId(id));
  await (await serviceOf(context, null)).restoreFolder(id.toLowerCase() as ServiceId);
  return null;
}

async function identified(context: AppContext, question: PathQuestion): Promise<Output<'files.identify'>> {
  const { journal } = context;
  const { path } = question;
  // A file may also be named with digits only.
  const isId = isUuid(path) || (/^\d{1,15}$/.test(path) && journal.items.get(Number(path) as ItemId) !== null);
  if (isId) {
    const thing = thingOf(journal, path);
    // GAP: a UUID alone does not tell a file from a folder; the requested kind is assumed.
    if (thing.where === 'service') return { id: thing.id, kind: 'folder', name: thing.id };
    return { id: String(thing.item.id), kind: thing.item.kind, name: nameOf(thing.item) };
  }
  const asked = await knownPath(context, question);
  if (asked === null) throw badRequest(refusalTexts.unknownPath(path));
  const item = itemAt(journal, { mirror: asked.mirror, path: asked.path });
  if (item === null) throw badRequest(refusalTexts.unknownPath(path));
  return { id: String(item.id), kind: item.kind, name: nameOf(item) };
}
