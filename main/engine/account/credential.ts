import { jsonOrNull } from '../../../shared/parse-json.ts';
/**
 * What an account signs in with. A key is a person's own making and stays until it is revoked; a session (a code, a
 * company sign-in) and an authorization (OAuth) end, and can be renewed before they do. Times are ms since the epoch.
 */
export type Credential =
  | { readonly kind: 'key'; readonly key: string }
  | ({ readonly kind: 'session'; readonly organization: string } & Lifetime)
  | ({
      readonly kind: 'oauth';
      readonly refresh: string | null;
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly resource: string;
    } & Lifetime);

interface Lifetime {
  readonly token: string;
  readonly since: number;
  /** Null: the service does not say. */
  readonly until: number | null;
}

/** A credential that expires. */
export type ExpiringCredential = Exclude<Credential, { kind: 'key' }>;

/** The text for the secret store. A key is stored as it is. */
export function credentialText(credential: Credential): string {
  return credential.kind === 'key' ? credential.key : JSON.stringify(credential);
}

/** The credential of a text from the secret store; a text of another form is a key. */
export function credentialOf(text: string): Credential {
  const fields = objectIn(text);
  const token = textOf(fields['token']);
  if (token === '') return { kind: 'key', key: text };
  const until = typeof fields['until'] === 'number' ? fields['until'] : null;
  const lifetime = { token, since: typeof fields['since'] === 'number' ? fields['since'] : 0, until };
  if (fields['kind'] !== 'oauth') return { kind: 'session', ...lifetime, organization: textOf(fields['organization']) };
  return {
    kind: 'oauth',
    ...lifetime,
    refresh: textOf(fields['refresh']) || null,
    tokenUrl: textOf(fields['tokenUrl']),
    clientId: textOf(fields['clientId']),
    resource: textOf(fields['resource']),
  };
}

/** The secret that is sent with a request. */
export function secretOf(credential: Credential): string {
  return credential.kind === 'key' ? credential.key : credential.token;
}

/** The last characters of a secret, by which a person recognises it; too few to use. */
export function endOf(credential: Credential): string | null {
  return credential.kind === 'key' && credential.key.length > 12 ? credential.key.slice(-4) : null;
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) return {};
  const value = jsonOrNull(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
