/**
 * The host that a request to an address would really go to, lower case, without brackets, port and final dot; empty when
 * there is none. By the URL's own rules, because there are many ways to write one: numbers, escapes, user names.
 */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return embedded(host) ?? host;
}

/** Whether a host is this computer. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether a host is in a network of its own (or in none at all) rather than in the world. */
export function isPrivate(host: string): boolean {
  if (host.includes(':')) return /^(::|f[cd]|fe[89ab]|ff)/.test(host);
  if (/^\d+(\.\d+){3}$/.test(host)) return PRIVATE_IPV4.test(host);
  return !host.includes('.') || /\.(local|localhost|internal)$/.test(host);
}

/** This network, private use, carriers', loopback, link-local, tests, multicast and reserved (RFC 6890). */
const PRIVATE_IPV4 =
  /^(0|10|127|22[4-9]|2[345]\d)\.|^100\.(6[4-9]|[789]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^192\.(168|0\.0)\.|^198\.1[89]\./;

/** The IPv4 address inside of an IPv6 one that stands for it. */
function embedded(host: string): string | null {
  const halves = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (halves === null) return null;
  const [high, low] = [Number.parseInt(halves[1] ?? '', 16), Number.parseInt(halves[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
