import type { Backend } from '../ground/backend.ts';
import { oauthGrants, oauthTokens } from './oauth-rows.ts';
import type { OauthGrant } from './oauth-rows.ts';

/** The grant behind an access token that works; null when it is unknown, expired or taken back. */
export function accessOf(backend: Backend, token: string): OauthGrant | null {
  if (!token.startsWith(ACCESS_PREFIX)) return null;
  const row = backend.records.row(oauthTokens, backend.secrets.digest(token));
  if (row === null || row.kind !== 'access' || backend.nowMs() >= row.expiresMs) return null;
  const grant = backend.records.row(oauthGrants, row.grantId);
  return grant === null || grant.revokedMs !== null ? null : grant;
}

/** How access tokens begin. */
export const ACCESS_PREFIX = 'svc_oauth_';
