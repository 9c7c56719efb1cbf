/** The names under which this computer answers itself. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** An absolute http address on this computer, without a user or a fragment; null for anything else. */
export function loopbackUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== 'http:' || !LOOPBACK.includes(url.hostname)) return null;
  return url.username === '' && url.password === '' && !text.includes('#') ? url : null;
}

/** Whether a `Host` header names this computer. A page elsewhere whose name was pointed here is refused by it. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && loopbackUrl(`http://${host}/`) !== null;
}

/**
 * Whether people may be sent back to an address: a path of this service or an address on this computer. With any other
 * address allowed, an attacker could make a link to our sign-in that leads people to the attacker's page.
 */
export function isSafeReturn(text: string): boolean {
  if (/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return true;
  return loopbackUrl(text) !== null;
}
