import type { Output } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import { isUuid, type ServiceId } from '../../../shared/ids.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { libraryTexts, publishTexts as texts } from '../../../shared/features/library/text.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { calls } from '../../remote/api/calls.ts';
import { sentenceOf } from '../../items/local/remove-local.ts';
import { detailOf, rowIdOf, serviceOf, type Thing, thingsOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { orNull } from '../../items/or-null.ts';
import type { LibraryBrowsing } from './browsing.ts';
import { knownOrganization } from './listing.ts';
import { everythingIn, type LibraryPlace, shelfOf } from './shelves.ts';
import { shownOf } from './copying.ts';

interface Deps {
  readonly context: AppContext;
  readonly library: LibraryBrowsing;
}

/** One file to be published or withdrawn. `unsure`: the answer was lost. */
interface Asked {
  readonly row: string;
  readonly id: ServiceId;
  readonly name: string;
  readonly answer: 'taken' | 'unsure';
}

type Published = Output<'library.publish'>;

/** Who could read files once published, to be shown beforehand. */
export async function readersOfLibrary({ context, library }: Deps): Promise<Output<'library.readers'>> {
  const id = knownOrganization(library.organization);
  const line = (await context.engine.connection()).line(id);
  const members = await orNull(calls.listMembers(line, { path: { organizationId: id } })).catch(away);
  return { organization: context.journal.facts.get('organizationName') ?? null, people: members?.length ?? null };
}

/**
 * Publishes files to all members of the organization, or moves published ones with `folder`. Success is what
 * the library lists afterwards. @throws FaultError.
 */
export async function publish(
  deps: Deps,
  wanted: { readonly ids: readonly string[]; readonly folder: string | null; readonly visibility: string },
): Promise<Published> {
  const { context, library } = deps;
  const folder = folderOf(wanted.folder);
  const body = { visibility: wanted.visibility, ...(folder === null ? {} : { orgFolderId: folder }) };
  const tried = await askEach(context, wanted.ids, body);
  if (tried.asked.length === 0) return { done: [], left: tried.left };
  const listed = await listedIn(deps, folder);
  const { journal } = context;
  const seen = new Set(everythingIn(journal, library.organization, folder).map(({ id }) => id));
  return told(tried, listed, id => seen.has(id));
}

/** Withdraws files from the library; people they are shared with keep access. @throws FaultError. */
export async function withdraw(
  deps: Deps,
  wanted: { readonly ids: readonly string[]; readonly visibility: string },
): Promise<Published> {
  const { context, library } = deps;
  const tried = await askEach(context, wanted.ids, { visibility: wanted.visibility });
  if (tried.asked.length === 0) return { done: [], left: tried.left };
  const listed = await listedIn(deps, null);
  const seen = new Set(everythingIn(context.journal, library.organization, null).map(({ id }) => id));
  return told(tried, listed, id => !seen.has(id));
}

interface Tried {
  readonly asked: readonly Asked[];
  readonly left: Published['left'];
}

async function askEach(
  context: AppContext,
  ids: readonly string[],
  body: { readonly visibility: string; readonly orgFolderId?: string },
): Promise<Tried> {
  const things = thingsOf(context.journal, ids);
  const asked: Asked[] = [];
  const left: Published['left'] = [];
  for (const thing of things)
    try {
      asked.push(await askOne(context, thing, body));
    } catch (error) {
      if (things.length === 1) throw error;
      left.push({ id: rowIdOf(thing), path: shownOf(thing), text: sentenceOf(error) });
    }
  return { asked, left };
}

async function askOne(
  context: AppContext,
  thing: Thing,
  body: { readonly visibility: string; readonly orgFolderId?: string },
): Promise<Asked> {
  const mirror = thing.where === 'mirror' ? thing.mirror : null;
  if (thing.where === 'mirror' && thing.item.remote === null) throw badRequest(texts.notSent);
  const detail = await detailOf(await serviceOf(context, mirror), thing).catch(away);
  if (detail.kind === 'folder') throw badRequest(texts.folder);
  const line = (await context.engine.connection()).line(
    mirror?.organization ?? context.journal.facts.get('organization'),
  );
  const about = { row: rowIdOf(thing), id: detail.id, name: detail.name };
  try {
    await calls.promoteFile(line, { path: { id: detail.id }, body });
    return { ...about, answer: 'taken' };
  } catch (error) {
    if (isFault(error, 'offline', 'failing')) return { ...about, answer: 'unsure' };
    if (isFault(error, 'not-allowed', 'scope')) throw badRequest(texts.mayNot);
    throw error;
  }
}

/** Lists the library after the change. @returns null, or why the listing failed. */
async function listedIn({ context, library }: Deps, folder: LibraryPlace): Promise<string | null> {
  for (const place of folder === null ? [null] : [null, folder]) {
    // A listing in progress may have begun before the change, so list once more.
    if (library.reading(place) !== null) await library.check(place, true);
    await library.check(place, true);
    const fault = shelfOf(context.journal, library.organization, place)?.fault ?? null;
    if (fault !== null) return faultLine(fault);
  }
  return null;
}

function told({ asked, left }: Tried, trouble: string | null, isDone: (id: ServiceId) => boolean): Published {
  const result: Published = { done: [], left: [...left] };
  for (const { row, id, name, answer } of asked)
    if (trouble === null && isDone(id)) result.done.push({ id: row, name });
    else result.left.push({ id: row, path: name, text: unseen(answer, trouble) });
  return result;
}

function unseen(answer: Asked['answer'], trouble: string | null): string {
  if (trouble !== null) return answer === 'taken' ? texts.notRead(trouble) : texts.unsure;
  return answer === 'taken' ? texts.notSeen : texts.notDone;
}

/** A failure before anything was requested. */
function away(error: unknown): never {
  if (isFault(error, 'offline')) throw badRequest(texts.offline);
  throw error;
}

function folderOf(text: string | null): LibraryPlace {
  if (text === null) return null;
  if (!isUuid(text)) throw new FaultError({ kind: 'bad-request', detail: libraryTexts.noFolderId(text) });
  return text.toLowerCase() as ServiceId;
}
