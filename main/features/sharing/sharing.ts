import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type {
  AudienceChange,
  ShareCandidate,
  ShareCandidates,
  WiderFile,
} from '../../../shared/features/sharing/model.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import type { WiderFile as WiderThere } from '../../../shared/api/calls/sharing.ts';
import { capitalized, everyoneIn, sharingTexts as texts } from '../../../shared/features/sharing/text.ts';
import { calls } from '../../remote/api/calls.ts';
import type { AppContext } from '../../items/app-context.ts';
import { orNull } from '../../items/or-null.ts';
import { targetFolderOf } from '../../items/target-folder.ts';
import { thingsOf } from '../../items/resolve-id.ts';
import type { Tolerant } from '../../remote/api/tolerant.ts';
import { audienceOfAll } from '../edit/move-audience.ts';
import { AccessSummaries } from './access-summaries.ts';
import { shareItem, changeRole, removeEntry, stopInheriting } from './change-access.ts';
import { keptViews, lookAt } from './read-access.ts';
import { type Subject, subjectOf } from './shared-item.ts';

type SharingCall = keyof Handlers & `sharing.${string}`;

/** The service returns nothing for shorter queries. */
const LEAST_LETTERS = 2;
const MOST_FOUND = 20;

/** Who has access, and why. */
export function sharingHandlers(context: AppContext): Pick<Handlers, SharingCall> {
  const briefs = new AccessSummaries(context);
  const changed = async <T>(change: Promise<T>): Promise<T> => change.finally(() => briefs.forget());
  return {
    'sharing.brief': ({ ids }) => briefs.of(ids),
    'sharing.look': ({ id }) => lookAt(context, id),
    'sharing.find': ({ id, query }) => find(context, id, query.trim()),
    'sharing.add': ({ id, ...wanted }) => changed(shareItem(context, id, wanted)),
    'sharing.changeRole': ({ id, entry, role }) => changed(changeRole(context, id, entry, role)),
    'sharing.remove': ({ id, entry }) => changed(removeEntry(context, id, entry)),
    'sharing.stopInheriting': ({ id }) => changed(stopInheriting(context, id)),
    'sharing.wider': ({ id }) => widerIn(context, id),
    'sharing.narrow': ({ id, files }) => changed(narrow(context, id, files)),
    'sharing.report': () => report(context),
    'sharing.ofMove': ({ ids, to }) => audienceOfMove(context, ids, to),
  };
}

/** People of the directory, and recipients seen before: teams are listed nowhere. */
async function find(context: AppContext, id: string, query: string): Promise<ShareCandidates> {
  const seen = seenBefore(context, query);
  if (query.length < LEAST_LETTERS) return { found: seen.slice(0, MOST_FOUND), isDirectory: true };
  const { organization, line } = await subjectOf(context, id);
  const people =
    organization === null
      ? null
      : await orNull(calls.searchMembers(line, { path: { organizationId: organization }, query: { q: query } }));
  const found: ShareCandidate[] = (people ?? []).flatMap(({ userId, displayName, email }) =>
    userId === null || userId === undefined
      ? []
      : [{ principal: { kind: 'user', id: String(userId) }, name: displayName ?? email ?? '', email: email ?? null }],
  );
  const all = new Map([...found, ...seen].map(each => [`${each.principal.kind}:${each.principal.id}`, each]));
  return { found: [...all.values()].slice(0, MOST_FOUND), isDirectory: people !== null };
}

function seenBefore({ journal }: AppContext, query: string): readonly ShareCandidate[] {
  const sought = query.toLowerCase();
  const rows = keptViews(journal.facts).flatMap(view => view.rows);
  const known = new Map(rows.map(row => [row.key, row]));
  return [...known.values()]
    .filter(({ principal, name, email }) => {
      const isSomebody = principal.id !== null && (principal.kind === 'user' || principal.kind === 'team');
      return isSomebody && [name, email ?? ''].some(text => text.toLowerCase().includes(sought));
    })
    .map(({ principal, name, email }) => ({ principal, name, email }));
}

/** Items checked; for more, the effect is not known. */
const MOST_THINGS = 200;

/** How moving items into a folder would change their access. */
async function audienceOfMove(context: AppContext, ids: readonly string[], to: FolderPlace): Promise<AudienceChange> {
  const things = thingsOf(context.journal, ids);
  if (things.length > MOST_THINGS) return { gains: null, loses: null };
  return (await audienceOfAll(context, things, targetFolderOf(context.journal, to))).effects;
}

/** Files below a folder that more people can reach than the folder. @throws FaultError `bad-request` for a file. */
async function widerIn(context: AppContext, id: string): Promise<{ files: WiderFile[] }> {
  return { files: await listOf(await folderAt(context, id)) };
}

/** Restricts the given files, if they are still wider. @returns what is still wider afterwards. */
async function narrow(
  context: AppContext,
  id: string,
  fileIds: readonly string[],
): Promise<{ cleared: number; files: WiderFile[] }> {
  const folder = await folderAt(context, id);
  const before = await listOf(folder);
  const chosen = before.filter(file => fileIds.includes(file.id)).map(file => file.id);
  if (chosen.length === 0) throw badRequest(texts.noneWider);
  const answer = await calls.narrowCascade(folder.line, { path: { id: folder.now.id }, body: { fileIds: chosen } });
  const files = await listOf(folder);
  return { cleared: answer.clearedShares ?? before.length - files.length, files };
}

/** All files of the organization that are wider than their folder; only for managers. */
async function report(context: AppContext): Promise<{ files: WiderFile[] }> {
  const line = (await context.engine.connection()).line(context.journal.facts.get('organization'));
  return { files: (await calls.reportSharingDrift(line, {})).map(fileOf) };
}

async function folderAt(context: AppContext, id: string): Promise<Subject> {
  const subject = await subjectOf(context, id);
  if (subject.now.kind !== 'folder') throw badRequest(texts.onlyFolders);
  return subject;
}

async function listOf({ line, now }: Subject): Promise<WiderFile[]> {
  return (await calls.listContainedOverrides(line, { path: { id: now.id } })).map(fileOf);
}

function fileOf({ id, name, folderId, folderName, wider }: Tolerant<WiderThere>): WiderFile {
  const folder = folderId === null || folderId === undefined ? null : { id: folderId, name: folderName ?? '' };
  const ways = (wider ?? []).map(({ principalType, displayName, email, role }) => ({
    name:
      principalType === 'organization' ? capitalized(everyoneIn(displayName ?? null)) : (displayName ?? email ?? ''),
    role: role ?? '',
  }));
  return { id, name: name ?? '', folder, ways };
}
