import {
  formatSession,
  parseSession,
  PASS,
  SESSION_META,
  type WindowSession,
} from '../../shared/rpc/window-session.ts';

// What lets this tab in. Session storage and channels belong to pages of one address with its port, unlike cookies. A reload and a
// copy of the tab find it in the storage; a tab that was opened from a link, or by hand, asks the tabs that are in.

/** Its name in the tab's storage, and that of the channel between tabs. */
const KEPT_AS = 'benchtop.session';

/** Another tab answers within this time, or there is none. */
const ANSWER_WITHIN_MS = 500;

/** A tab that has none asks the others. */
const WANTED = 'wanted';

let own: WindowSession | null = null;
/** Whether the engine knows it now: only then is it worth anything to another tab. */
let isGood = false;

/** Takes what came with the page out of it, and the spent key out of the address. Called once, before anything is asked. */
export function takeSession(): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${SESSION_META}"]`);
  const given = parseSession(meta?.content);
  meta?.remove();
  own = given ?? parseSession(storage(kept => kept.getItem(KEPT_AS)));
  if (given !== null) keep(given);
  const { search, pathname, hash } = window.location;
  if (search !== '') window.history.replaceState(null, '', `${pathname}${hash}`);
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }) => {
    if (data === WANTED && isGood && own !== null) channel.postMessage(formatSession(own));
  });
}

/** This tab's session, or the one of another tab; null when none is in. */
export async function findSession(): Promise<WindowSession | null> {
  if (own !== null) return own;
  const borrowed = await borrow();
  if (borrowed !== null) keep((own = borrowed));
  return own;
}

/** Notes whether the engine knows this tab now. */
export function noteGood(isKnown: boolean): void {
  isGood = isKnown;
}

/** The engine does not know it any more. */
export function forgetSession(): void {
  own = null;
  storage(kept => kept.removeItem(KEPT_AS));
}

/** The address of bytes at the window's own server with this tab's pass. In the desktop app there is none, and it stays as it is. */
export function withPass(address: string): string {
  return own === null ? address : `${address}?${PASS}=${own.pass}`;
}

function keep(session: WindowSession): void {
  storage(kept => kept.setItem(KEPT_AS, formatSession(session)));
}

/** A browser may keep nothing for pages; then the tab is in until it is loaded again. */
function storage<T>(act: (kept: Storage) => T): T | null {
  try {
    return act(window.sessionStorage);
  } catch {
    return null;
  }
}

function borrow(): Promise<WindowSession | null> {
  return new Promise(resolve => {
    const channel = openChannel();
    if (channel === null) return resolve(null);
    const end = (found: WindowSession | null): void => {
      clearTimeout(timer);
      channel.close();
      resolve(found);
    };
    const timer = setTimeout(() => end(null), ANSWER_WITHIN_MS);
    channel.addEventListener('message', ({ data }) => {
      const found = parseSession(data);
      if (found !== null) end(found);
    });
    channel.postMessage(WANTED);
  });
}

/** Likewise. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(KEPT_AS);
  } catch {
    return null;
  }
}
