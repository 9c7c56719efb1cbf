/** What must never leave this computer, and what stands there instead. Each entry has its line in the test. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  // Certificates are public, keys are not; no report needs either.
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, '[hidden key]'],
  [/\bsvc_[A-Za-z0-9_-]+/g, 'svc_[hidden]'],
  // What opens the window to a browser.
  [/\b(benchtop-secret\.)[\w-]+/g, '$1[hidden]'],
  [/\beyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]+)*/g, '[hidden token]'],
  [/\b(Bearer|Basic)\s+[^\s"\\,;]+/gi, '$1 [hidden]'],
  // Who signs in to a proxy or a service by its address.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/"'@]+@/gi, '$1[hidden]@'],
  // Of an address, what stands behind the question mark or the hash: presigned addresses sign with it.
  [/\b(https?:\/\/[^\s"'<>?#\\]*)[?#][^\s"'<>\\]*/gi, '$1?[hidden]'],
  [/(\/invitations?\/)[A-Za-z0-9_-]{8,}/gi, '$1[hidden]'],
  [/\b(X-Amz-[A-Za-z-]+)(=|%3D|\\*"?:\s*\\*"?)[^\s"&\\]+/gi, '$1$2[hidden]'],
  [
    /([?&](?:sig|signature|se|sp|sv|token|key|pass|expires|credential|policy|key-pair-id|code)=)[^\s"&\\#]+/gi,
    '$1[hidden]',
  ],
  [
    /("?(?:api[-_]?key|authorization|cookie|password|secret|[a-z]{0,30}token)\\*"?\s*[:=]\s*)(?!\[hidden)(\\*")?[^\s"',;}\\]+/gi,
    '$1$2[hidden]',
  ],
];

/** An e-mail address. */
export const EMAIL = /[A-Z0-9._%+-]{1,64}(?:@|%40)[A-Z0-9-]+(?:\.[A-Z0-9-]+)+/gi;

/** The text without keys, tokens, passwords and signatures. E-mail addresses are another matter: see `withoutSecrets`. */
export function withoutKeys(text: string): string {
  return SECRETS.reduce((so, [pattern, instead]) => so.replaceAll(pattern, instead), text);
}

/** The text without anything that must not be seen by others, but with names. */
export function withoutSecrets(text: string): string {
  return withoutKeys(text).replaceAll(EMAIL, '[hidden e-mail address]');
}
