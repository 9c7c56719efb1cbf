/**
 * The first proxy that a system's answer names, as an address, such as of `PROXY proxy.lab:3128; DIRECT`; null: none, or
 * none that Benchtop can use (SOCKS).
 */
export function proxyIn(answer: string): string | null {
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    if (kind === 'DIRECT') return null;
    if (!/^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i.test(host)) continue;
    if (kind === 'PROXY') return `http://${host}`;
    if (kind === 'HTTPS') return `https://${host}`;
  }
  return null;
}
