import type { Method } from '../../../shared/api/endpoint.ts';
import { copyRoutes } from './uploads/copies.ts';
import { authorizationRoutes } from './connections/authorization.ts';
import { connectionRoutes } from './connections/connections.ts';
import { registryRoutes } from './connections/policy.ts';
import { exportRoutes } from './uploads/exports.ts';
import { fileRoutes } from './files/files.ts';
import { folderRoutes } from './files/folders.ts';
import { libraryRoutes } from './library/library.ts';
import { listingRoutes } from './files/listings.ts';
import { projectMemberRoutes, projectRoutes } from './sharing/projects.ts';
import { reviewRoutes } from './files/reviews.ts';
import type { Route } from './ground/route.ts';
import { attachmentRoutes } from './tasks/attachments.ts';
import { renderedFileRoutes } from './uploads/rendered-files.ts';
import { searchRoutes } from './tasks/search.ts';
import { messageRoutes } from './tasks/messages.ts';
import { taskRoutes } from './tasks/tasks.ts';
import { seededFolderRoutes } from './uploads/seeded-folders.ts';
import { sharingRoutes } from './sharing/sharing.ts';
import { accountRoutes } from './accounts/account.ts';
import { keyRoutes } from './accounts/api-keys.ts';
import { auditRoutes } from './people/audit.ts';
import { beyondRoutes } from './optional-calls.ts';
import { externalSignInRoutes } from './accounts/external-sign-in.ts';
import { invitationRoutes } from './accounts/invitations.ts';
import { memberRoutes } from './accounts/members.ts';
import { organizationRoutes } from './accounts/organizations.ts';
import { signInRoutes } from './accounts/sign-in.ts';
import { uploadRoutes } from './uploads/uploads.ts';
import { versionRoutes } from './files/versions.ts';
import { widerShareRoutes } from './sharing/wider-shares.ts';

/** Every endpoint the service has; other sections of the specification add theirs here. */
export const ROUTES: readonly Route[] = [
  ...taskRoutes,
  ...messageRoutes,
  ...attachmentRoutes,
  ...renderedFileRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...exportRoutes,
  ...invitationRoutes,
  ...accountRoutes,
  ...externalSignInRoutes,
  ...signInRoutes,
  ...keyRoutes,
  ...auditRoutes,
  ...folderRoutes,
  ...listingRoutes,
  ...searchRoutes,
  ...fileRoutes,
  ...uploadRoutes,
  ...versionRoutes,
  ...copyRoutes,
  ...seededFolderRoutes,
  ...sharingRoutes,
  ...widerShareRoutes,
  ...libraryRoutes,
  ...projectRoutes,
  ...projectMemberRoutes,
  ...registryRoutes,
  ...connectionRoutes,
  ...authorizationRoutes,
  ...reviewRoutes,
  ...beyondRoutes,
];

export interface FoundRoute {
  readonly kind: 'route';
  readonly route: Route;
  readonly pathValues: { readonly [name: string]: string };
}

/** What a method and path lead to: an endpoint, a path that exists with other methods only, or nothing. */
export type Found = FoundRoute | { readonly kind: 'other-method' } | { readonly kind: 'unknown' };

/** Finds the endpoint for a path below `/api/v1`. A fixed word wins over a path value. */
export function findRoute(method: string, path: string): Found {
  let segments: string[];
  try {
    segments = path.replace(/\/$/, '').split('/').slice(1).map(decodeURIComponent);
  } catch {
    return { kind: 'unknown' };
  }
  const candidates = BY_LENGTH.get(segments.length) ?? [];
  const words = segments.map(segment => segment.toLowerCase());
  const pattern = candidates.find(one => one.route.endpoint.method === method && matches(one, words));
  if (pattern === undefined) return { kind: candidates.some(one => matches(one, words)) ? 'other-method' : 'unknown' };
  const pathValues: { [name: string]: string } = {};
  pattern.parts.forEach((part, index) => {
    if (part.name !== null) pathValues[part.name] = segments[index] ?? '';
  });
  return { kind: 'route', route: pattern.route, pathValues };
}

interface Pattern {
  readonly route: Route;
  readonly parts: readonly { readonly name: string | null; readonly word: string }[];
}

const BY_LENGTH: ReadonlyMap<number, readonly Pattern[]> = patternsByLength(ROUTES);

function patternsByLength(routes: readonly Route[]): Map<number, Pattern[]> {
  const patterns = new Map<number, Pattern[]>();
  for (const each of routes) {
    const words = each.endpoint.path.split('/').slice(1);
    const parts = words.map(word => ({ name: /^\{(.+)\}$/.exec(word)?.[1] ?? null, word: word.toLowerCase() }));
    patterns.set(parts.length, [...(patterns.get(parts.length) ?? []), { route: each, parts }]);
  }
  for (const same of patterns.values()) same.sort((one, other) => valueMask(one).localeCompare(valueMask(other)));
  return patterns;
}

/** Sorts fixed words before values, position by position. */
function valueMask(pattern: Pattern): string {
  return pattern.parts.map(part => (part.name === null ? '0' : '1')).join('');
}

function matches(pattern: Pattern, words: readonly string[]): boolean {
  return pattern.parts.every((part, index) => part.name !== null || part.word === words[index]);
}

/** The methods the service knows at all. */
export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
