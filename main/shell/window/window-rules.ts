import { type Session, session, type WebContents } from 'electron';

import { isOwnPage } from './requested-address.ts';

/** The only permission of a page: put text into the clipboard when the person asked for it (S07, S14). */
const ALLOWED = 'clipboard-sanitized-write';

/** What pages of this app may ask the system for: next to nothing. Electron's own answer would be yes. */
export function forbidPermissions(of: Session = session.defaultSession): void {
  of.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permission === ALLOWED && isOwnPage(contents.getURL())),
  );
  of.setPermissionCheckHandler(
    (contents, permission) => permission === ALLOWED && contents !== null && isOwnPage(contents.getURL()),
  );
  of.setDevicePermissionHandler(() => false);
  of.setDisplayMediaRequestHandler((_, answer) => answer(null));
  of.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses);
  of.setBluetoothPairingHandler((_, answer) => answer({ confirmed: false }));
}

/** A window stays on its page and opens no other (S05, S06). @param onOutside hears of addresses that lead out. */
export function keepInside(contents: WebContents, onOutside: (url: string) => void): void {
  // Comes first, and for frames too, of which there are none: one that is refused here comes to `will-navigate` no more.
  contents.on('will-frame-navigate', event => {
    if (event.isMainFrame && isOwnPage(event.url)) return;
    event.preventDefault();
    if (event.isMainFrame) onOutside(event.url);
  });
  contents.on('will-navigate', event => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', event => event.preventDefault());
  contents.on('will-attach-webview', event => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    onOutside(url);
    return { action: 'deny' };
  });
}
