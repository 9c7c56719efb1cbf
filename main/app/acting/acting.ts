import type { Handlers, Output } from '../../../shared/contract/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { PathQuestion } from '../../../shared/model/path-question.ts';
import { refusalTexts } from '../../../shared/text/acting.ts';
import { askedPath } from '../asked-path.ts';
import { itemAt, nameOf } from '../local-path.ts';
import { refused, type Thing, thingOf, thingsOf } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { clearFolder } from './clear-folder.ts';
import { newFolder } from './new-folder.ts';
import { type Relocated, relocate, spotAround } from './relocate.ts';
import { removeAll } from './remove.ts';
import { sentenceOf } from './remove-here.ts';
import { spotOf } from './spot.ts';
import { detailOf, serviceOf } from './there.ts';
import { readersOf, weigh } from './weigh.ts';

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
 * What a person does with files and folders. What touches only the disk does not wait for a pass: it is what any other
 * program does there, and every step of the engine expects that.
 */
export function actingHandlers(parts: AppParts): Pick<Handlers, Section> {
  const { journal } = parts;
  return {
    'files.identify': async question => identified(parts, question),
    'files.newFolder': ({ place, name }) => changing(parts, () => newFolder(parts, place, name)),
    'files.rename': ({ id, name }) => changing(parts, () => rename(parts, thingOf(journal, id), name)),
    'files.move': ({ ids, to, mayWiden }) =>
      changing(parts, async () => {
        const spot = spotOf(journal, to);
        return each(parts, ids, thing => relocate(parts, thing, { to: spot, name: null, mayWiden }));
      }),
    'files.clearFolder': ({ ids }) => changing(parts, () => each(parts, ids, thing => clearFolder(parts, thing))),
    'files.weigh': ({ ids }) => Promise.resolve(weigh(parts, thingsOf(journal, ids))),
    'files.readers': async ({ id }) => {
      const names = await readersOf(parts, thingOf(journal, id));
      return { names: names === null ? null : [...names] };
    },
    'files.remove': ({ ids }) => changing(parts, () => removeAll(parts, thingsOf(journal, ids))),
    'folders.bringBack': ({ id }) => changing(parts, () => bringBack(parts, id)),
  };
}

/** Both sides are looked at soon, whatever came of it. */
async function changing<T>(parts: AppParts, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    parts.changed();
    parts.checkNow();
  }
}

async function rename(parts: AppParts, thing: Thing, name: string): Promise<Relocated> {
  if (thing.where === 'mirror') {
    const to = spotAround(parts, thing);
    return relocate(parts, thing, { to, name, mayWiden: true });
  }
  const { parent } = await detailOf(await serviceOf(parts, null), thing);
  if (parent === null) throw refused(refusalTexts.noParent);
  return relocate(parts, thing, {
    to: { where: 'service', id: parent, mirror: null, folder: null },
    name,
    mayWiden: true,
  });
}

/** One after the other; what cannot be done is named, and the others go on. A question to the person ends it at once. */
async function each(
  parts: AppParts,
  ids: readonly string[],
  work: (thing: Thing) => Promise<Relocated>,
): Promise<Output<'files.move'>> {
  const things = new Map([...new Set(ids)].map(id => [id, thingOf(parts.journal, id)]));
  const result: Output<'files.move'> = { done: [], left: [] };
  for (const [id, thing] of things)
    try {
      result.done.push({ ...(await work(thing)), id });
    } catch (error) {
      const isQuestion = error instanceof FaultError && error.fault.kind === 'wider-audience';
      if (things.size === 1 || isQuestion) throw error;
      const path = thing.where === 'mirror' ? parts.journal.pathOf(thing.item.id) : id;
      result.left.push({ id, path, text: sentenceOf(error) });
    }
  return result;
}

async function bringBack(parts: AppParts, id: string): Promise<null> {
  if (!isUuid(id)) throw refused(refusalTexts.noId(id));
  await (await serviceOf(parts, null)).restoreFolder(id.toLowerCase() as ServiceId);
  return null;
}

function identified({ journal }: AppParts, question: PathQuestion): Output<'files.identify'> {
  const { path } = question;
  if (isUuid(path) || /^\d+$/.test(path)) {
    const thing = thingOf(journal, path);
    // GAP: a UUID alone does not tell a file from a folder; it is taken for what is asked for.
    if (thing.where === 'service') return { id: thing.id, kind: 'folder', name: thing.id };
    return { id: String(thing.item.id), kind: thing.item.kind, name: nameOf(thing.item) };
  }
  const asked = askedPath(journal, question);
  const item = itemAt(journal, { mirror: asked.mirror, path: asked.path });
  if (item === null) throw refused(refusalTexts.unknownPath(path));
  return { id: String(item.id), kind: item.kind, name: nameOf(item) };
}
