/** Sent with every answer of the window server, refusals too. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  // The page has its own policy in its place.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
};

/**
 * The page's content security policy: nothing but our own files, one style nonce for the answer, one socket home.
 * `host` is the server's own, such as `127.0.0.1:5000`: not every browser counts a WebSocket as 'self'.
 */
export function contentSecurityPolicy(nonce: string, host: string): string {
  return policy(nonce, { images: "'self' blob:", connect: `'self' ws://${host}`, media: "'self'" });
}

/** The same for the desktop app (S03), where files that are looked into come from `kbfile:` and the engine needs no socket. */
export function desktopSecurityPolicy(nonce: string): string {
  return policy(nonce, { images: "'self' kbfile: blob:", connect: "'self' kbfile:", media: 'kbfile:' });
}

/**
 * Headers of a file of the window's build. One script may compile WebAssembly: the worker that reads HDF5, whose library is
 * written in C. A worker has the policy of its own answer, so neither the page nor another worker may, and it still loads
 * nothing and reaches nothing.
 */
export function fileHeaders(path: string): Readonly<Record<string, string>> {
  if (!/^\/assets\/hdf5\.worker-[\w-]+\.js$/.test(path)) return COMMON_HEADERS;
  const allowed = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";
  return { ...COMMON_HEADERS, 'Content-Security-Policy': allowed };
}

function policy(nonce: string, sources: { readonly images: string; readonly connect: string; readonly media: string }) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${sources.images}`,
    "font-src 'self'",
    `connect-src ${sources.connect}`,
    "worker-src 'self'",
    `media-src ${sources.media}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app default',
  ].join('; ');
}
