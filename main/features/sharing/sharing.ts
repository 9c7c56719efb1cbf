import type { Handlers } from '../../../shared/contract.ts';
import type { ShareCandidate, ShareCandidates } from '../../../shared/features/sharing/model.ts';
import { searchMembers } from '../../remote/api/calls/organizations.ts';
import type { AppContext } from '../../items/app-context.ts';
import { AccessBriefs } from './access-brief.ts';
import { add, changeRole, remove, stopInheriting } from './change-access.ts';
import { keptViews } from './kept-access.ts';
import { lookAt, orNull } from './read-access.ts';
import { audienceOfMove } from './move-effect.ts';
import { subjectOf } from './shared-item.ts';
import { narrow, report, widerIn } from './wider-access.ts';

type SharingCall = keyof Handlers & `sharing.${string}`;

/** The service returns nothing for shorter queries. */
const LEAST_LETTERS = 2;
const MOST_FOUND = 20;

/** Who has access, and why. */
export function sharingHandlers(context: AppContext): Pick<Handlers, SharingCall> {
  const briefs = new AccessBriefs(context);
  const changed = async <T>(change: Promise<T>): Promise<T> => change.finally(() => briefs.forget());
  return {
    'sharing.brief': ({ ids }) => briefs.of(ids),
    'sharing.look': ({ id }) => lookAt(context, id),
    'sharing.find': ({ id, query }) => find(context, id, query.trim()),
    'sharing.add': ({ id, ...wanted }) => changed(add(context, id, wanted)),
    'sharing.changeRole': ({ id, entry, role }) => changed(changeRole(context, id, entry, role)),
    'sharing.remove': ({ id, entry }) => changed(remove(context, id, entry)),
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
      : await orNull(searchMembers(line, { path: { organizationId: organization }, query: { q: query } }));
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
