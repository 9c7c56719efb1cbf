import { effectiveAccess, effectsOfMatching } from '../../../shared/features/sharing/effective-access.ts';
import { type ShareRow, type SharingView, sharingView } from '../../../shared/features/sharing/model.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import { isoTime } from '../../core/calendar.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { calls } from '../../remote/api/calls.ts';
import { thingOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import { orNull } from '../../items/or-null.ts';
import type { Facts } from '../../journal/records/history.ts';
import { type Around, rowsOf, withWaysOf } from './access-rows.ts';
import { sharedIdOf, type Subject, subjectOf } from './shared-item.ts';

/** Asks the service who has access; while it does not answer, returns the cached answer. */
export async function lookAt(context: AppContext, id: string): Promise<SharingView> {
  const { journal } = context;
  try {
    return await readAgain(context, await subjectOf(context, id));
  } catch (error) {
    if (!isFault(error, 'offline', 'busy', 'failing')) throw error;
    const kept = keptView(journal.facts, sharedIdOf(thingOf(journal, id)));
    if (kept === null) throw error;
    return { ...kept, id };
  }
}

/** Asks again, ignoring the cache, to confirm a change. */
export async function readAgain(context: AppContext, subject: Subject): Promise<SharingView> {
  const { journal, world } = context;
  const { now } = subject;
  const [me, access, shares, wider] = await Promise.all([
    addressOf(context, subject.line),
    subject.access(),
    orNull(subject.shares()),
    now.kind === 'folder' ? orNull(calls.listContainedOverrides(subject.line, { path: { id: now.id } })) : null,
  ]);
  const around = await folderAround(subject);
  const rows = withWaysOf(around, rowsOf(access, shares, me));
  const isOwn = subject.organization === journal.facts.get('organization');
  const view: SharingView = {
    id: subject.id,
    serviceId: now.id,
    kind: now.kind,
    name: now.name,
    organization: isOwn ? journal.facts.get('organizationName') : null,
    rows: [...rows],
    folder: around === null ? null : besideFolder(around, rows),
    wider: wider === null ? null : wider.length,
    canChange: shares !== null,
    at: isoTime(world.clock.now()),
    isFresh: true,
  };
  journal.transaction(() => keepView(journal.facts, view));
  return view;
}

/** A file's folder with its access list; null when not visible. */
async function folderAround({ now, api, line }: Subject): Promise<Around | null> {
  const { kind, parent } = now;
  if (kind === 'folder' || parent === null) return null;
  const [folder, access] = await Promise.all([
    orNull(api.folder(parent)),
    orNull(calls.listFolderAccess(line, { path: { id: parent } })),
  ]);
  return folder === null || access === null ? null : { id: parent, name: folder.name, access };
}

/** A file's access beyond that of its folder. */
function besideFolder({ id, name, access }: Around, rows: readonly ShareRow[]): SharingView['folder'] {
  const inside = rowsOf(access, null, null);
  const outside = rows.filter(({ key }) => effectiveAccess(inside, key).role === null).map(row => row.name);
  return { id, name, outside, matching: [...effectsOfMatching(rows, inside)] };
}

/** Items whose access list is cached for offline viewing. */
const MOST_KEPT = 100;
const LIST = 'sharing.kept';

/** The cached access list of an item; null: never asked, or unreadable. */
function keptView(facts: Facts, serviceId: string): SharingView | null {
  const text = facts.get(factOf(serviceId));
  if (text === null) return null;
  const read = sharingView.safeParse(jsonOrNull(text));
  return read.success ? { ...read.data, isFresh: false } : null;
}

/** Caches a view, and drops those not viewed for longest. In a transaction. */
function keepView(facts: Facts, view: SharingView): void {
  const ids = [view.serviceId, ...keptIds(facts).filter(id => id !== view.serviceId)];
  facts.set(factOf(view.serviceId), JSON.stringify(view));
  for (const id of ids.splice(MOST_KEPT)) facts.set(factOf(id), null);
  facts.set(LIST, JSON.stringify(ids));
}

/** All cached views, last viewed first. */
export function keptViews(facts: Facts): readonly SharingView[] {
  return keptIds(facts).flatMap(id => keptView(facts, id) ?? []);
}

/** Who has access must not be visible to the next person who signs in. In a transaction. */
export function forgetSharing(facts: Facts): void {
  for (const id of keptIds(facts)) facts.set(factOf(id), null);
  facts.set(LIST, null);
}

function keptIds(facts: Facts): readonly string[] {
  const ids = jsonOrNull(facts.get(LIST));
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : [];
}

function factOf(serviceId: string): string {
  return `sharing.${serviceId}`;
}
