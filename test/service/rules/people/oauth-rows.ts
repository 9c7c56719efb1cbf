import type { Records } from '../ground/records.ts';
import { table } from '../ground/tables.ts';

/** An application that registered itself. `id` is its `client_id`. */
export interface OauthClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdMs: number;
}

/** A visit to the authorization page, until it is decided. `id` stands in its form. */
export interface OauthVisit {
  readonly id: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly scope: string;
  /** BASE64URL(SHA256(verifier)). */
  readonly challenge: string;
  /** A digest of the cookie that the browser was given with the page. */
  readonly browser: string;
  readonly expiresMs: number;
}

/** What a person let an application do in one organization. */
export interface OauthGrant {
  readonly id: string;
  readonly clientId: string;
  readonly userId: number;
  readonly organizationId: string;
  readonly scope: string;
  readonly createdMs: number;
  /** Taken back by the application, or because a code or token was used twice: its tokens are worth nothing. */
  readonly revokedMs: number | null;
  /** The person's access to the organization ended: its tokens are answered with that. */
  readonly ended: boolean;
}

/** A code or token. `id` is its digest: what is kept here opens nothing. */
export interface OauthToken {
  readonly id: string;
  readonly kind: 'code' | 'access' | 'refresh';
  readonly grantId: string;
  readonly expiresMs: number;
  /** Codes and refresh tokens work once. */
  readonly usedMs: number | null;
  /** Of a code: what the token request has to repeat. */
  readonly redirectUri: string | null;
  readonly challenge: string | null;
}

export const oauthClients = table<OauthClient>()('oauthClient');
export const oauthVisits = table<OauthVisit>()('oauthVisit');
export const oauthGrants = table<OauthGrant>()('oauthGrant', 'userId', 'organizationId');
export const oauthTokens = table<OauthToken>()('oauthToken', 'grantId');

/** Ends what a person let applications do in an organization. */
export function endGrants(records: Records, whose: Pick<OauthGrant, 'userId' | 'organizationId'>): void {
  for (const grant of records.rows(oauthGrants, whose)) {
    records.putRow(oauthGrants, { ...grant, ended: true });
  }
}
