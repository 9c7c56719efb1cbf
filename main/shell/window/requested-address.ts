/** The window's own addresses. */
export const APP = 'app://bundle';
/** Files that are looked into. */
export const BYTES = 'kbfile://preview';

/** What a request of a window is about. `nothing`: it is answered with 404. */
export type Asked =
  | { readonly is: 'page' }
  /** The engine did not start: says why, and nothing else. */
  | { readonly is: 'trouble' }
  /** A file of the window's build, such as `/assets/app.js`. */
  | { readonly is: 'file'; readonly path: string }
  /** For the engine. */
  | { readonly is: 'bytes'; readonly method: 'GET' | 'PUT'; readonly path: string }
  | { readonly is: 'nothing' };

const NOTHING: Asked = { is: 'nothing' };
/** Of names in our build, in tickets and in ids. */
const PLAIN = /^\/[\w./-]*$/;
const DOWNLOAD = /^\/download\/[\w-]{1,100}$/;
const CONTENT = /^\/content\/[\w-]{1,100}$/;
/** Names as `encodeURIComponent` leaves them, one after the other. */
const DROP = /^\/drop\/[\w-]{1,100}(?:\/[\w.!~*'()%-]+)+$/;
const LONGEST = 48_000;

/** What an `app:` address asks for (S02). Looked at as it is written: nothing is decoded or tidied away. */
export function askedOfApp(url: string, method: string): Asked {
  const path = pathBelow(APP, url);
  if (path === null) return NOTHING;
  if (method === 'PUT') return DROP.test(path) ? { is: 'bytes', method, path } : NOTHING;
  if (method !== 'GET') return NOTHING;
  if (path === '/') return { is: 'page' };
  if (path === '/trouble') return { is: 'trouble' };
  if (DOWNLOAD.test(path)) return { is: 'bytes', method, path };
  return PLAIN.test(path) && !/\.\.|\/\//.test(path) ? { is: 'file', path } : NOTHING;
}

/** What a `kbfile:` address asks for: one content, to read (S25). */
export function askedOfBytes(url: string, method: string): Asked {
  const path = pathBelow(BYTES, url);
  return path !== null && method === 'GET' && CONTENT.test(path) ? { is: 'bytes', method, path } : NOTHING;
}

/** Whether an address is one of the window's own pages. */
export function isOwnPage(url: string): boolean {
  const { is } = askedOfApp(url.split('#', 1)[0] ?? '', 'GET');
  return is === 'page' || is === 'trouble';
}

function pathBelow(origin: string, url: string): string | null {
  if (url.length > LONGEST || !url.startsWith(`${origin}/`)) return null;
  return url.slice(origin.length);
}
