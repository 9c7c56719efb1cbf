import type { Handlers } from '../../../shared/contract.ts';
import type { ShareCandidate, ShareCandidates } from '../../../shared/features/sharing/model.ts';
import { calls } from '../../remote/api/calls.ts';
import type { AppContext } from '../../items/app-context.ts';
import { orNull } from '../../items/or-null.ts';
import { AccessBriefs } from './access-brief.ts';
import { add, changeRole, remove, stopInheriting } from './change-access.ts';
import { keptViews } from './kept-access.ts';
import { lookAt } from './read-access.ts';
import { audienceOfMove } from './move-effect.ts';
import { subjectOf } from './shared-item.ts';
import { narrow, report, widerIn } from './wider-access.ts';

type SharingCall = keyof Handlers & `sharing.${string}`;

/** The service answers a shorter question with nothing. */
const LEAST_LETTERS = 2;
const MOST_FOUND = 20;

/** Who can see what, and why. */
export function sharingHandlers(parts: AppContext): Pick<Handlers, SharingCall> {
  const briefs = new AccessBriefs(parts);
  const changed = async <T>(change: Promise<T>): Promise<T> => change.finally(() => briefs.forget());
  return {
    'sharing.brief': ({ ids }) => briefs.of(ids),
    'sharing.look': ({ id }) => lookAt(parts, id),
    'sharing.find': ({ id, query }) => find(parts, id, query.trim()),
    'sharing.add': ({ id, ...wanted }) => changed(add(parts, id, wanted)),
    'sharing.changeRole': ({ id, entry, role }) => changed(changeRole(parts, id, entry, role)),
    'sharing.remove': ({ id, entry }) => changed(remove(parts, id, entry)),
    'sharing.stopInheriting': ({ id }) => changed(stopInheriting(parts, id)),
    'sharing.wider': ({ id }) => widerIn(parts, id),
    'sharing.narrow': ({ id, files }) => changed(narrow(parts, id, files)),
    'sharing.report': () => report(parts),
    'sharing.ofMove': ({ ids, to }) => audienceOfMove(parts, ids, to),
  };
}

/** The directory's people, and whoever was seen here before: teams are listed nowhere (G10). */
async function find(parts: AppContext, id: string, query: string): Promise<ShareCandidates> {
  const seen = seenBefore(parts, query);
  if (query.length < LEAST_LETTERS) return { found: seen.slice(0, MOST_FOUND), isDirectory: true };
  const { organization, line } = await subjectOf(parts, id);
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
